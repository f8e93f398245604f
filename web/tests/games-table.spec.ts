// What a table offers besides moves: time, standing orders, odds before an answer, warnings, who is there, the account.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { join } from 'node:path';
import { clean } from './axe';
import { Server } from './server';

const server = new Server();
test.beforeAll(() => server.start());
test.afterAll(() => server.end());

const options = (page: Page) => page.locator('.ask .options .give');

async function guest(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.on('pageerror', (error) => { throw error; });
  await page.goto(`${server.address}/#/games`);
  await page.getByRole('button', { name: 'Play as a guest' }).click();
  await expect(page.getByRole('heading', { name: 'A new game' })).toBeVisible();
  return page;
}

const shot = (page: Page, name: string) => page.screenshot({ path: join(process.env.GROGNARD_SHOTS ?? server.folder, `${name}.png`), fullPage: true });

test('a game is looked at before it is begun, and read otherwise', async ({ browser }) => {
  const page = await guest(browser);
  await page.getByLabel('Title').selectOption('eu9/pavia');
  await page.getByLabel('Against').selectOption('hot-seat');
  await page.getByLabel('Time', { exact: true }).selectOption('days');
  await page.getByLabel('days for a move').fill('2');
  await page.getByText('The board, how rules are read, own tables').click();
  await page.getByText('How its rules are read').click();
  await page.getByLabel('Find').fill('retreat');
  const reading = page.locator('[id="switch-rules.retreat-roll"]');
  await expect(reading).toHaveValue('under');
  await reading.selectOption('at-most');
  await expect(reading).toHaveValue('at-most');
  await clean(page, 'a new game in full');
  await shot(page, 'new-game');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('group', { name: 'Clocks' })).toContainText(/\d d \d+ h/);
  const id = page.url().split('/game/')[1] ?? '';
  const journal = await (await page.request.get(`${server.address}/api/games/${id}/journal`)).text();
  expect(journal).toContain('at-most');
});

test('odds and cost before an answer, aims, an order that is followed and revoked', async ({ browser }) => {
  const page = await guest(browser);
  await page.getByLabel('Title').selectOption('damos/bialystok-minsk');
  await page.getByLabel('Against').selectOption('hot-seat');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(options(page).first()).toBeVisible({ timeout: 30_000 });
  await page.getByText('How to win').click();
  await expect(page.locator('.aims li').first()).toBeVisible();
  await page.locator('.ask .odds').first().click();
  await expect(page.getByRole('region', { name: 'What lies ahead' })).toContainText(/It costs nothing|on average|%|\(|\./);
  await page.locator('summary', { hasText: 'My notes' }).click();
  await page.getByRole('textbox', { name: 'My notes' }).fill('his left is weak');
  await expect(page.getByText('✓ kept')).toBeVisible();
  await page.getByText('Standing orders').click();
  await clean(page, 'a table in full');
  await shot(page, 'table');
  await page.setViewportSize({ width: 320, height: 800 });
  await shot(page, 'table-320');
  await page.setViewportSize({ width: 1280, height: 800 });
  const before = Number(/of (\d+)/.exec((await page.locator('.replay').textContent()) ?? '')?.[1]);
  await page.getByRole('button', { name: 'Give this order' }).click();
  await expect(page.getByRole('button', { name: 'Revoke' })).toBeVisible();
  await expect(async () => expect(Number(/of (\d+)/.exec((await page.locator('.replay').textContent()) ?? '')?.[1])).toBeGreaterThan(before)).toPass();
  await expect(page.getByRole('log')).toContainText('by standing order');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('button', { name: 'Revoke' })).toHaveCount(0);
});

test('who is there is seen, also by an onlooker without an account, who hears of moves', async ({ browser }) => {
  const [anna, berta] = [await guest(browser), await guest(browser)];
  await anna.getByLabel('Title').selectOption('eu9/pavia');
  await anna.getByLabel('Against').selectOption('anybody');
  await anna.getByRole('button', { name: 'Begin' }).click();
  await expect(anna).toHaveURL(/#\/game\//);
  const onlooker = await (await browser.newContext()).newPage();
  await onlooker.goto(anna.url());
  await expect(onlooker.getByText('nobody yet')).toBeVisible();
  await berta.goto(anna.url());
  await berta.getByRole('button', { name: 'Sit down and play' }).click();
  await expect(anna.getByText('● here')).toBeVisible();
  await expect(onlooker.getByText('nobody yet')).toHaveCount(0);
  await berta.context().close();
  // By the event that tells of it, some three seconds later: the page would look by itself after half a minute only.
  await expect(anna.getByText('○ away')).toBeVisible({ timeout: 15_000 });
});

test('something else is tried from a moment, against an easy computer, and the dice are told', async ({ browser }) => {
  const page = await guest(browser);
  await page.getByLabel('Title').selectOption('damos/bialystok-minsk');
  await expect(page.getByLabel('Against').locator('option')).not.toContainText(['the computer, easy']);
  await page.getByLabel('Title').selectOption('days-of-empire/two-battalions');
  await page.getByLabel('Against').selectOption('computer-easy');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.locator('.head').getByText('the computer, easy')).toBeVisible();
  await expect(options(page).first()).toBeVisible({ timeout: 30_000 });
  const game = page.url();
  await options(page).first().click();
  await page.getByText('How the dice fell').click();
  await expect(page.getByText(/\d+ throws?, \d+ above the average|no throws yet/).first()).toBeVisible();
  await page.getByRole('button', { name: 'One entry back' }).click();
  await expect(page.getByRole('heading', { name: /You look back/ })).toBeVisible();
  const entry = /after entry (\d+)/.exec((await page.getByRole('heading', { name: /You look back/ }).textContent()) ?? '')?.[1] ?? '';
  await clean(page, 'looking back, and how the dice fell');
  await page.getByText('What if? Try it otherwise from here').click();
  await page.getByRole('button', { name: 'Play both sides' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`tried from entry ${entry}`);
  await expect(options(page).first()).toBeVisible({ timeout: 30_000 });
  expect(page.url()).not.toBe(game);
  await shot(page, 'what-if');
  await page.goto(game);
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('tried from');
});

test('an account: mail is not to be had here, another password, logged out everywhere, gone', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${server.address}/#/games`);
  await page.getByLabel('Name').fill('Clara');
  await page.getByRole('button', { name: 'I have forgotten my password' }).click();
  await expect(page.getByText('this server sends no mail')).toBeVisible();
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Make an account' }).click();
  await page.getByText('My account', { exact: true }).click();
  await clean(page, 'an account');
  await page.getByLabel('Address').fill('clara@example.org');
  await page.getByRole('button', { name: 'Keep this' }).click();
  await expect(page.getByText('this server sends no mail')).toBeVisible();
  await page.getByLabel('The one there is').fill('correct horse');
  await page.getByLabel('The new one').fill('battery staple');
  await page.getByRole('button', { name: 'Change it' }).click();
  await expect(page.getByText('The password is changed')).toBeVisible();
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByLabel('Name').fill('Clara');
  await page.getByLabel('Password').fill('battery staple');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('My account', { exact: true }).click();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByLabel('Password', { exact: true }).fill('battery staple');
  await page.getByRole('button', { name: 'Really delete it' }).click();
  await expect(page.getByRole('heading', { name: 'Who plays?' })).toBeVisible();
  // What mails lead to is there, and says what is wrong.
  await page.goto(`${server.address}/#/confirm/0`);
  await page.getByRole('button', { name: 'This is my address' }).click();
  await expect(page.getByText('good no longer')).toBeVisible();
  await page.goto(`${server.address}/#/reset/0`);
  await page.getByLabel('The new password').fill('correct horse');
  await page.getByRole('button', { name: 'Take it' }).click();
  await expect(page.getByText('good no longer')).toBeVisible();
  await clean(page, 'a new password');
});
