// Many tabs of one browser, being told, a guest who stays: what lies around a game.
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { Server } from './server';

const server = new Server();
/** One that is asked for by a name of its own, without TLS: browsers keep some of what they can do from such pages. */
const plain = new Server(undefined, ['--host', 'grognard.test']);
test.beforeAll(async () => {
  await server.start();
  await plain.start();
});
test.afterAll(async () => {
  await server.end();
  await plain.end();
});

const options = (page: Page) => page.locator('.ask .options .give');

async function guest(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${server.address}/#/games`);
  await page.getByRole('button', { name: 'Play as a guest' }).click();
  await expect(page.getByRole('heading', { name: 'A new game' })).toBeVisible();
  return page;
}

/** Two guests at a game of a title. */
async function two(browser: Browser, title: string): Promise<{ anna: Page; berta: Page; mine: BrowserContext }> {
  const mine = await browser.newContext();
  const [anna, berta] = [await guest(mine), await guest(await browser.newContext())];
  await anna.getByLabel('Title').selectOption(title);
  await anna.getByLabel('Against').selectOption('anybody');
  await anna.getByRole('button', { name: 'Begin' }).click();
  await expect(anna).toHaveURL(/#\/game\//);
  await berta.goto(anna.url());
  await berta.getByRole('button', { name: 'Sit down and play' }).click();
  await expect(berta.getByText('you', { exact: true })).toBeVisible();
  return { anna, berta, mine };
}

/** Somebody answers what ends a part, until the other is asked. */
async function until(asked: Page, by: Page): Promise<void> {
  await expect(async () => {
    await once(by);
    await expect(options(asked).first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 90_000 });
}

/** Gives the first answer, whatever it costs, where one is asked for. */
async function once(page: Page): Promise<void> {
  const all = page.getByRole('button', { name: 'Do it all the same' });
  if (await all.isVisible()) await all.click({ timeout: 2_000 });
  else if ((await options(page).count()) > 0) await options(page).first().click({ timeout: 2_000 });
}

test('eight tabs hear of a move over one stream', async ({ browser }) => {
  const { anna, berta, mine } = await two(browser, 'damos/bialystok-minsk');
  let streams = 0;
  mine.on('request', (request) => {
    if (request.url().includes('/api/events')) streams += 1;
  });
  const tabs = [anna];
  for (let tab = 1; tab < 8; tab += 1) {
    const page = await mine.newPage();
    await page.goto(anna.url());
    await expect(options(page).first()).toBeVisible();
    tabs.push(page);
  }
  const before = Number(/of (\d+)/.exec((await anna.locator('.replay .count').textContent()) ?? '')?.[1]);
  await options(tabs[3]!).first().click();
  for (const tab of [...tabs, berta]) {
    await expect(async () => expect(Number(/of (\d+)/.exec((await tab.locator('.replay .count').textContent()) ?? '')?.[1])).toBeGreaterThan(before)).toPass();
  }
  // The first tab had it before the others were opened.
  expect(streams).toBe(0);
  // When that is closed, another takes it over.
  await anna.close();
  await expect(async () => expect(streams).toBe(1)).toPass();
  await expect(berta.getByText('● here')).toBeVisible();
});

test('a notification comes for a game that nobody has before his eyes, and for no other', async ({ browser }) => {
  test.setTimeout(300_000);
  // Its turns are short.
  const { anna, berta, mine } = await two(browser, 'ancient-world/duel-for-apulia');
  // A tab that lies behind, and writes down what it would tell.
  const behind = await mine.newPage();
  await behind.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    const told: string[] = [];
    Object.assign(globalThis, { told });
    const Spy = function (title: string) { told.push(title); };
    Object.assign(globalThis, { Notification: Object.assign(Spy, { permission: 'granted' }) });
  });
  const told = () => behind.evaluate(() => (globalThis as unknown as { told: string[] }).told);
  const listed = (group: string) => behind.getByRole('region', { name: group }).getByRole('link');
  await behind.goto(`${server.address}/#/games`);
  await until(berta, anna);
  await expect(listed('Waiting for others')).toHaveCount(1);
  await until(anna, berta);
  await expect(listed('Your move')).toHaveCount(1);
  expect(await told()).toEqual([]);
  // Now nobody looks at it.
  await until(berta, anna);
  await expect(listed('Waiting for others')).toHaveCount(1);
  await anna.goto(`${server.address}/#/games`);
  await expect(async () => {
    await once(berta);
    await expect(listed('Your move')).toHaveCount(1, { timeout: 1_000 });
  }).toPass({ timeout: 90_000 });
  await expect(async () => expect(await told()).toEqual(['Your move: The duel for Apulia'])).toPass();
});

test('a guest keeps his games by making an account; the next game is a key away', async ({ browser }) => {
  const page = await guest(await browser.newContext());
  for (const title of ['damos/bialystok-minsk', 'ancient-world/duel-for-apulia']) {
    await page.goto(`${server.address}/#/games`);
    await page.getByLabel('Title').selectOption(title);
    await page.getByLabel('Against').selectOption('hot-seat');
    await page.getByRole('button', { name: 'Begin' }).click();
    await expect(options(page).first()).toBeVisible();
  }
  const here = page.url();
  await page.locator('h1').click();
  await page.keyboard.press('g');
  await expect(page).not.toHaveURL(here);
  await expect(options(page).first()).toBeVisible();
  await page.goto(`${server.address}/#/games`);
  await page.getByRole('button', { name: 'Keep my games' }).click();
  await page.getByLabel('Name').fill('Dora');
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Make an account' }).click();
  await expect(page.getByText('You are Dora.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your move' }).getByRole('link')).toHaveCount(2);
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await page.getByLabel('Name').fill('Dora');
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('region', { name: 'Your move' }).getByRole('link')).toHaveCount(2);
});

test('at a plain address of another name two play, in several tabs, and hear of moves at once', async ({ browser }) => {
  const address = plain.address.replace('127.0.0.1', 'grognard.test');
  const guest = async () => {
    const page = await (await browser.newContext()).newPage();
    page.on('pageerror', (error) => { throw error; });
    await page.goto(`${address}/#/games`);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await page.getByRole('button', { name: 'Play as a guest' }).click();
    await expect(page.getByRole('heading', { name: 'A new game' })).toBeVisible();
    return page;
  };
  const [anna, berta] = [await guest(), await guest()];
  await anna.getByLabel('Title').selectOption('damos/bialystok-minsk');
  await anna.getByLabel('Against').selectOption('anybody');
  await anna.getByRole('button', { name: 'Begin' }).click();
  await expect(anna).toHaveURL(/#\/game\//);
  await berta.goto(anna.url());
  await berta.getByRole('button', { name: 'Sit down and play' }).click();
  const other = await anna.context().newPage();
  await other.goto(anna.url());
  await expect(options(other).first()).toBeVisible();
  await expect(other.getByText('● here')).toBeVisible();
  const last = async (page: Page) => Number(/of (\d+)/.exec((await page.locator('.replay .count').textContent()) ?? '')?.[1]);
  const before = await last(berta);
  await once(other);
  // Sooner than a look now and then would find it.
  for (const page of [anna, berta]) await expect(async () => expect(await last(page)).toBeGreaterThan(before)).toPass({ timeout: 10_000 });
});
