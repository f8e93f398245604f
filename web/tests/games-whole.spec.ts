// A short game of each title in which sides see different things: two people register, play and finish it, over a line
// that breaks and a server that is killed; where there is PostgreSQL, each at a server of his own.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clean } from './axe';
import { program, Server } from './server';

// The last two take minutes each: they are played where GROGNARD_LONG asks for it.
const TITLES = ['ancient-world/duel-for-apulia', 'days-of-empire/thin-red-line', ...(process.env.GROGNARD_LONG ? ['damos/bialystok-minsk', 'eu9/bicocca-to-cambrai'] : [])];
/** So many answers are given by hand before the computers take over. */
const BY_HAND = 12;

/** The entry that is gone back to. */
const EARLY = 3;

const postgres = process.env.GROGNARD_POSTGRES;
const stores = [{ name: 'SQLite', database: undefined, servers: 1 }, ...(postgres ? [{ name: 'PostgreSQL', database: `${postgres}/web`, servers: 2 }] : [])];

const options = (page: Page) => page.locator('.ask .options .give');
const over = (page: Page) => page.getByRole('heading', { name: 'The game is over' });
const last = async (page: Page) => Number(/of (\d+)/.exec((await page.locator('.replay .count').textContent()) ?? '')?.[1]);

async function registered(browser: Browser, address: string, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.on('pageerror', (error) => { throw error; });
  await page.goto(`${address}/#/games`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Make an account' }).click();
  await expect(page.getByText(`You are ${name}.`)).toBeVisible();
  return page;
}

/** Who is asked now; nobody once the game is over. */
async function asked(pages: Page[]): Promise<Page | undefined> {
  let found: Page | undefined;
  await expect(async () => {
    found = undefined;
    for (const page of pages) if ((await page.locator('.ask .options .give:enabled').count()) > 0) found = page;
    expect(found !== undefined || (await over(pages[0]!).isVisible())).toBe(true);
  }).toPass({ timeout: 60_000, intervals: [20, 50, 100, 250] });
  return found;
}

/** Gives an option of what is asked, whatever it costs. */
async function give(page: Page, nth: number): Promise<void> {
  const all = page.getByRole('button', { name: 'Do it all the same' });
  const count = await options(page).count();
  const before = await last(page);
  await options(page).nth(nth % Math.max(count, 1)).click();
  await expect(async () => {
    if (await all.isVisible()) await all.click();
    expect((await last(page)) > before).toBe(true);
  }).toPass({ timeout: 60_000, intervals: [50, 100, 250] });
}

for (const store of stores) {
  test.describe(store.name, () => {
    const servers = Array.from({ length: store.servers }, () => new Server(store.database));
    test.beforeAll(async () => {
      for (const server of servers) await server.start();
    });
    test.afterAll(async () => {
      for (const server of servers) await server.end();
    });

    for (const [index, title] of TITLES.entries()) {
      test(`${title} is played by two people to its end`, async ({ browser }) => {
        test.setTimeout(600_000);
        const [here, there] = [servers[0]!, servers.at(-1)!];
        const anna = await registered(browser, here.address, `Anna ${index}`);
        const berta = await registered(browser, there.address, `Berta ${index}`);
        const pages = [anna, berta];
        await anna.getByLabel('Title').selectOption(title);
        await anna.getByLabel('Against').selectOption('invited');
        await anna.getByRole('button', { name: 'Begin' }).click();
        const link = (await anna.locator('code').filter({ hasText: '#/game/' }).textContent()) ?? '';
        await berta.goto(link.replace(here.address, there.address));
        await berta.getByRole('button', { name: 'Sit down and play' }).click();
        await expect(anna.getByText(`Berta ${index}`, { exact: true })).toBeVisible();
        await berta.getByLabel('Say').fill('Good luck!');
        await berta.getByRole('button', { name: 'Send' }).click();
        await expect(anna.getByText('Good luck!')).toBeVisible();
        let undone = false;
        for (let round = 0; round < BY_HAND; round += 1) {
          if (round === 3) {
            await here.kill();
            // Whoever has the other server plays on meanwhile.
            if (here !== there && (await options(berta).count()) > 0) await give(berta, 0);
            await here.start();
          }
          if (round === 5) {
            await berta.context().setOffline(true);
            if ((await options(anna).count()) > 0) await give(anna, 0);
            else await anna.waitForTimeout(500);
            await berta.context().setOffline(false);
          }
          const page = await asked(pages);
          if (!page) break;
          await give(page, round);
          const back = page.getByRole('button', { name: /^Take back/ });
          if (!undone && (await back.isEnabled())) {
            const before = await last(page);
            await back.click();
            await expect(async () => expect(await last(page)).toBeGreaterThan(before)).toPass();
            undone = true;
          }
        }
        await clean(anna, title);
        if (await over(anna).isHidden()) {
          // Back to an early entry: refused once, agreed to once.
          const ask = async () => {
            await anna.getByRole('button', { name: 'To the beginning' }).click();
            for (let entry = 0; entry <= EARLY; entry += 1) {
              await expect(anna.getByRole('heading', { name: new RegExp(`after entry ${entry} of`) })).toBeVisible();
              if (entry < EARLY) await anna.getByRole('button', { name: 'One entry on' }).click();
            }
            await anna.getByRole('button', { name: 'Go back to here' }).click();
            await anna.getByRole('button', { name: 'Really ask the other side?' }).click();
            await expect(berta.locator('.bar').getByText(/asked to go back to/)).toBeVisible();
          };
          await ask();
          await berta.getByRole('button', { name: 'Decline' }).click();
          await expect(anna.locator('.bar').getByText(/asked to go back to/)).toHaveCount(0);
          await ask();
          await berta.getByRole('button', { name: 'Agree' }).click();
          await expect(anna.locator('.bar').getByText(/asked to go back to/)).toHaveCount(0);
          await expect(anna.getByRole('heading', { name: /Your move|Waiting for|The game is over/ })).toBeVisible();
          // The computers finish it.
          for (const page of pages) {
            await page.getByRole('button', { name: 'Let the computer play' }).click();
            await expect(page.locator('.head').getByText('played by the computer')).toBeVisible();
          }
        }
        for (const page of pages) {
          await expect(over(page)).toBeVisible({ timeout: 200_000 });
          await expect(page.getByText('The line is down')).toHaveCount(0);
          await page.getByLabel('Seen by').selectOption('all');
        }
        await clean(berta, `${title}, over`);
        await expect(anna.getByText('Good luck!')).toHaveCount(1);
        // What both can look back at is the same, line by line and at any moment.
        const lines = (page: Page) => page.locator('[role=log] li').allTextContents();
        await expect(async () => expect(await lines(anna)).toEqual(await lines(berta))).toPass();
        const id = anna.url().split('/game/')[1]?.split('/')[0] ?? '';
        const end = await last(anna);
        for (const entry of [0, Math.floor(end / 3), Math.floor((2 * end) / 3), end]) {
          const path = `/api/games/${id}?at=${entry}&seat=all`;
          const [one, other] = await Promise.all([anna.request.get(here.address + path), berta.request.get(there.address + path)]);
          const moment = async (answer: typeof one) => {
            const { view, picture, drawing, told, number } = (await answer.json()) as Record<string, unknown>;
            return { view, picture, drawing, told, number };
          };
          expect(await moment(one)).toEqual(await moment(other));
        }
        const file = join(here.folder, `${index}.journal`);
        writeFileSync(file, await (await anna.request.get(`${here.address}/api/games/${id}/journal`)).text());
        const verified = spawnSync(program, ['verify', file], { encoding: 'utf8' });
        expect(verified.stdout + verified.stderr).toMatch(/verified.*Dice: \d+ throws?, every face worked out again/s);
        for (const page of pages) await page.context().close();
      });
    }
  });
}
