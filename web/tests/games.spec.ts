// Two people play a battle to its end in two browsers, over a line that breaks and a server that is killed.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clean } from './axe';
import { program, Server } from './server';

const server = new Server();
test.beforeAll(() => server.start());
test.afterAll(() => server.end());

async function person(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.on('pageerror', (error) => { throw error; });
  return page;
}

const options = (page: Page) => page.locator('.ask .options .give');
const over = (page: Page) => page.getByRole('heading', { name: 'The game is over' });

/** One of the two gives the first option of what he is asked, by mouse or by key; false when the game is over. */
async function move(pages: Page[], round: number): Promise<boolean> {
  let asked: Page | undefined;
  await expect(async () => {
    asked = undefined;
    // Counted, not waited for: what is there now may be gone in a moment, with the game.
    for (const page of pages) if ((await page.locator('.ask .options .give:enabled').count()) > 0) asked = page;
    expect(asked !== undefined || (await over(pages[0]!).isVisible())).toBe(true);
  }).toPass({ timeout: 60_000, intervals: [20, 50, 100, 250] });
  if (!asked) return false;
  const done = asked.waitForResponse((response) => response.url().endsWith('/acts'));
  if (round % 2 === 0) await options(asked).first().click();
  else {
    await asked.locator('h1').click();
    await asked.keyboard.press('1');
  }
  await done;
  return true;
}

test('two people play to the end over broken lines and a killed server', async ({ browser }) => {
  const anna = await person(browser);
  await anna.goto(`${server.address}/#/games`);
  await clean(anna, 'nobody');
  await anna.getByLabel('Name').fill('Anna');
  await anna.getByLabel('Password').fill('correct horse');
  await anna.getByRole('button', { name: 'Make an account' }).click();
  await expect(anna.getByText('You are Anna.')).toBeVisible();
  await anna.getByLabel('Title').selectOption('eu9/pavia');
  await anna.getByLabel('Against').selectOption('invited');
  await clean(anna, 'a new game');
  await anna.getByRole('button', { name: 'Begin' }).click();
  const link = await anna.locator('code').filter({ hasText: '#/game/' }).textContent();
  const berta = await person(browser);
  await berta.goto(link ?? '');
  await berta.getByRole('button', { name: 'Play as a guest' }).click();
  await berta.getByRole('button', { name: 'Sit down and play' }).click();
  await expect(anna.locator('.side').getByText(/Guest [0-9a-f]{6}/)).toBeVisible();
  const pages = [anna, berta];
  await berta.getByLabel('Say').fill('Good luck!');
  await berta.getByRole('button', { name: 'Send' }).click();
  await expect(anna.getByText('Good luck!')).toBeVisible();
  for (let round = 0; round < 150; round += 1) {
    if (round === 2) {
      await clean(anna, 'a game');
      await anna.screenshot({ path: process.env.GROGNARD_SHOT ?? join(server.folder, 'game.png'), fullPage: true });
    }
    if (round === 3) {
      await server.kill();
      await server.start();
    }
    if (round === 5) {
      await berta.context().setOffline(true);
      await berta.waitForTimeout(500);
      await berta.context().setOffline(false);
    }
    if (!(await move(pages, round))) break;
  }
  // Said once, it was sent once.
  await expect(anna.getByText('Good luck!')).toHaveCount(1);
  for (const page of pages) {
    await expect(over(page)).toBeVisible();
    await expect(page.getByText('The line is down')).toHaveCount(0);
  }
  // Looking back, as the other saw it.
  await anna.getByRole('button', { name: 'To the beginning' }).click();
  await expect(anna.getByRole('heading', { name: /You look back: the board after entry 0 of/ })).toBeVisible();
  await anna.getByRole('button', { name: 'One entry on' }).click();
  await expect(anna.getByRole('heading', { name: /You look back: the board after entry 1 of/ })).toBeVisible();
  const [mine, theirs] = [await anna.locator('[role=log] li').allTextContents(), await berta.locator('[role=log] li').allTextContents()];
  expect(mine).toEqual(theirs);
  // The journal verifies on the command line, dice and all.
  const id = anna.url().split('/game/')[1]?.split('/')[0] ?? '';
  const journal = await (await anna.request.get(`${server.address}/api/games/${id}/journal`)).text();
  writeFileSync(join(server.folder, 'taken.journal'), journal);
  const verified = spawnSync(program, ['verify', join(server.folder, 'taken.journal')], { encoding: 'utf8' });
  expect(verified.stdout + verified.stderr).toMatch(/verified.*Dice: \d+ throws?, every face worked out again/s);
});

test('an answer goes out by itself and once; what was answered is not offered while the line is down', async ({ browser }) => {
  const page = await person(browser);
  await page.goto(`${server.address}/#/games`);
  await page.getByRole('button', { name: 'Play as a guest' }).click();
  await page.getByLabel('Title').selectOption('damos/bialystok-minsk');
  await page.getByLabel('Against').selectOption('hot-seat');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(options(page).first()).toBeVisible({ timeout: 30_000 });
  const id = page.url().split('/game/')[1] ?? '';
  const entries = async () => ((await (await page.request.get(`${server.address}/api/games/${id}`)).json()) as { number: number }).number;
  // Nothing comes through any more, not even the answer to the first try, which has arrived.
  let [down, tries, before] = [true, 0, await entries()];
  await page.route('**/acts', async (route) => {
    tries += 1;
    if (tries === 1) await route.fetch();
    await (down ? route.abort('connectionreset') : route.continue());
  });
  await page.route(`**/api/games/${id}?*`, (route) => (down ? route.abort('connectionreset') : route.continue()));
  await page.locator('h1').click();
  await page.keyboard.press('2');
  await expect(page.getByText('Your answer is held here and goes out by itself, once.')).toBeVisible();
  await expect(async () => expect(tries).toBeGreaterThan(1)).toPass();
  const arrived = await entries();
  expect(arrived).toBeGreaterThan(before);
  down = false;
  await expect(options(page).first()).toBeEnabled();
  expect(await entries()).toBe(arrived);
  // The answer arrives, and only what follows does not.
  before = arrived;
  let blind = true;
  await page.route(`**/api/games/${id}?*`, (route) => (blind ? route.abort('connectionreset') : route.continue()));
  await page.locator('h1').click();
  const done = page.waitForResponse((response) => response.url().endsWith('/acts'));
  await page.keyboard.press('2');
  await done;
  await expect(page.getByRole('heading', { name: 'Your answer has arrived' })).toBeVisible();
  await expect(options(page)).toHaveCount(0);
  const sent = tries;
  await page.keyboard.press('2');
  blind = false;
  await expect(options(page).first()).toBeEnabled();
  await expect(page.getByText('The line is down')).toHaveCount(0);
  expect(tries).toBe(sent);
  expect(await entries()).toBeGreaterThan(before);
});

test('against the computer, and giving up', async ({ browser }) => {
  const page = await person(browser);
  await page.goto(`${server.address}/#/games`);
  await page.getByRole('button', { name: 'Play as a guest' }).click();
  await page.getByLabel('Title').selectOption('damos/bialystok-minsk');
  await page.getByLabel('Against').selectOption('computer');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(options(page).first()).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('.picture svg')).toBeVisible();
  // The box completes, and says why not.
  await page.locator('[data-order]').fill('no such order');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Not possible:')).toBeVisible();
  await page.screenshot({ path: process.env.GROGNARD_SHOT2 ?? join(server.folder, 'hexes.png') });
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('button', { name: 'Really give up?' }).click();
  await expect(over(page)).toBeVisible();
  await expect(page.locator('.bar').getByText('gave up')).toBeVisible();
});

test('going back, taking back, a draw and the computer at a game with secrets', async ({ browser }) => {
  const [anna, berta] = [await person(browser), await person(browser)];
  await anna.goto(`${server.address}/#/games`);
  await anna.getByRole('button', { name: 'Play as a guest' }).click();
  await anna.getByLabel('Title').selectOption('damos/bialystok-minsk');
  await anna.getByLabel('Against').selectOption('invited');
  await anna.getByRole('button', { name: 'Begin' }).click();
  await berta.goto((await anna.locator('code').filter({ hasText: '#/game/' }).textContent()) ?? '');
  await berta.getByRole('button', { name: 'Play as a guest' }).click();
  await berta.getByRole('button', { name: 'Sit down and play' }).click();
  // The German begins. What he may choose is lit on the board; a click leaves what has to do with it.
  await expect(anna.getByRole('heading', { name: /Your move/ })).toBeVisible();
  await expect(berta.getByRole('heading', { name: /Waiting for German/ })).toBeVisible();
  await expect(anna).toHaveTitle(/^\(1\) ▶ /);
  await expect(berta).not.toHaveTitle(/▶/);
  const all = await options(anna).count();
  await anna.locator('.picture .lit').last().click();
  await expect(anna.getByText('to do with what you clicked')).toBeVisible();
  expect(await options(anna).count()).toBeLessThan(all);
  await anna.getByRole('button', { name: 'Show all' }).click();
  await expect(options(anna)).toHaveCount(all);
  // Neither sees the other's strengths.
  const [hers, theirs] = [await anna.locator('.picture svg').innerHTML(), await berta.locator('.picture svg').innerHTML()];
  expect(hers).not.toBe(theirs);
  // Taken back, it is as if it had not been.
  const first = await options(anna).first().getAttribute('data-key');
  await options(anna).nth(1).click();
  await expect(anna.getByRole('button', { name: /^Take back/ })).toBeEnabled();
  await anna.locator('h1').click();
  await anna.keyboard.press('z');
  await expect(options(anna)).toHaveCount(all);
  await expect(options(anna).first()).toHaveAttribute('data-key', first ?? '');
  // On to the other's move; then back to where it was, refused once and agreed to once.
  await options(anna).first().click();
  await expect(async () => {
    // What ends operations costs something, and is asked about once more.
    const all = anna.getByRole('button', { name: 'Do it all the same' });
    if (await all.isVisible()) await all.click({ timeout: 2_000 });
    else if (!(await options(berta).first().isVisible())) await options(anna).first().click({ timeout: 2_000 });
    await expect(options(berta).first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  const ask = async () => {
    await anna.getByRole('button', { name: 'To the beginning' }).click();
    await expect(anna.getByRole('heading', { name: /after entry 0 of/ })).toBeVisible();
    for (let entry = 1; entry <= 2; entry += 1) {
      await anna.getByRole('button', { name: 'One entry on' }).click();
      await expect(anna.getByRole('heading', { name: new RegExp(`after entry ${entry} of`) })).toBeVisible();
    }
    await anna.getByRole('button', { name: 'Go back to here' }).click();
    await anna.getByRole('button', { name: 'Really ask the other side?' }).click();
    await expect(berta.getByText('German asked to go back to entry 2.')).toBeVisible();
  };
  await ask();
  await berta.getByRole('button', { name: 'Decline' }).click();
  await expect(anna.locator('.bar').getByText('asked to go back')).toHaveCount(0);
  await expect(anna.getByRole('log')).toContainText('Russian declined');
  await expect(options(berta).first()).toBeVisible();
  await ask();
  await berta.getByRole('button', { name: 'Agree' }).click();
  await expect(options(anna)).toHaveCount(all);
  // The computer takes over and gives back; a draw is refused, then agreed.
  await anna.getByRole('button', { name: 'Let the computer play' }).click();
  await expect(anna.locator('.head').getByText('played by the computer')).toBeVisible();
  await expect(async () => expect(await berta.locator('[role=log] li').count()).toBeGreaterThan(0)).toPass({ timeout: 30_000 });
  // It says why, for everybody's ears.
  await expect(berta.getByRole('log').getByText('the computer: ').first()).toBeVisible({ timeout: 30_000 });
  await anna.getByRole('button', { name: 'Play it myself again' }).click();
  await expect(anna.locator('.head').getByText('played by the computer')).toHaveCount(0);
  await anna.getByRole('button', { name: 'Offer a draw' }).click();
  await berta.getByRole('button', { name: 'Agree' }).click();
  for (const page of [anna, berta]) await expect(over(page)).toBeVisible();
  // A link to a moment, the replays of both, the journal with everything in it.
  await anna.getByRole('button', { name: 'To the beginning' }).click();
  await anna.getByRole('button', { name: 'One turn on' }).click();
  await anna.getByRole('link', { name: 'link to this moment' }).click();
  const moment = anna.url();
  expect(moment).toMatch(/\/at\/\d+$/);
  await anna.getByLabel('Seen by').selectOption('all');
  await berta.getByLabel('Seen by').selectOption('all');
  await expect(async () => expect(await anna.locator('[role=log] li').allTextContents()).toEqual(await berta.locator('[role=log] li').allTextContents())).toPass();
  const other = await person(browser);
  await other.goto(moment);
  await expect(other.getByRole('heading', { name: new RegExp(`after entry ${moment.split('/').at(-1)} of`) })).toBeVisible();
  const id = moment.split('/game/')[1]?.split('/')[0] ?? '';
  const file = join(server.folder, 'secrets.journal');
  writeFileSync(file, await (await anna.request.get(`${server.address}/api/games/${id}/journal`)).text());
  const verified = spawnSync(program, ['verify', file], { encoding: 'utf8' });
  expect(verified.stdout + verified.stderr).toMatch(/verified/);
});
