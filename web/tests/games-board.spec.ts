// The board without a mouse, and orders that are not offered: written with the help of verbs, names and the board.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { clean } from './axe';
import { Server } from './server';

const server = new Server();
test.beforeAll(() => server.start());
test.afterAll(() => server.end());

const options = (page: Page) => page.locator('.ask .options .give');

/** Somebody who plays both sides of a title. */
async function alone(browser: Browser, title: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.on('pageerror', (error) => { throw error; });
  await page.goto(`${server.address}/#/games`);
  await page.getByRole('button', { name: 'Play as a guest' }).click();
  await page.getByLabel('Title').selectOption(title);
  await page.getByLabel('Against').selectOption('hot-seat');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(options(page).first()).toBeVisible({ timeout: 30_000 });
  return page;
}

test('the board is walked by keys, read, and chosen from', async ({ browser }) => {
  const page = await alone(browser, 'damos/bialystok-minsk');
  const told = page.locator('p.walked');
  await page.locator('.board').focus();
  await page.keyboard.press('ArrowRight');
  await expect(told).toContainText(/^\d{4}.*: .*\./);
  await expect(told).toContainText('It may be chosen: Enter.');
  const here = (await told.textContent()) ?? '';
  await page.keyboard.press('ArrowRight');
  await expect(told).not.toHaveText(here);
  const there = (await told.textContent()) ?? '';
  expect(there).toMatch(/^\d{4}/);
  await page.keyboard.press('Space');
  await expect(told).toContainText(/(east|west).*: /);
  await page.keyboard.press('ArrowLeft');
  await expect(told).toContainText(here.slice(0, 4));
  await page.keyboard.press('Enter');
  await expect(page.getByText('to do with what you clicked')).toBeVisible();
  // On the board these keys mean the board, and nothing is looked back at.
  await expect(page.getByRole('heading', { name: /You look back/ })).toHaveCount(0);
  // A place or a piece is found by its name.
  await page.getByRole('searchbox', { name: 'Find on the board' }).fill('minsk');
  await page.keyboard.press('Enter');
  await expect(told).toContainText(/^2819 Minsk: /);
  await page.getByRole('searchbox', { name: 'Find on the board' }).fill('3. Panzer');
  await page.keyboard.press('Enter');
  await expect(told).toContainText('3. Panzer-Division, armor, strength 6');
  await page.getByRole('searchbox', { name: 'Find on the board' }).fill('nowhere at all');
  await page.keyboard.press('Enter');
  await expect(told).toContainText('Nothing that is called «nowhere at all» is known to you.');
  await clean(page, 'a board that is walked');
  // The pieces are taken off and put back.
  await page.locator('h1').click();
  await page.keyboard.press('x');
  await expect(page.locator('.picture [data-target^="unit:"]').first()).toBeHidden();
  await page.keyboard.press('x');
  await expect(page.locator('.picture [data-target^="unit:"]').first()).toBeVisible();
  // Whoever wants no letters has none.
  await page.locator('summary', { hasText: 'Keys' }).click();
  await page.getByLabel('letters, numbers and signs alone do something').uncheck();
  await page.locator('h1').click();
  await page.keyboard.press('x');
  await page.keyboard.press('1');
  await expect(page.locator('.picture [data-target^="unit:"]').first()).toBeVisible();
  await expect(page.locator('.replay .count')).toHaveText(/^(\d+) of \1$/);
});

test('letters twice as large fit on a game and on the list of games', async ({ browser }) => {
  const page = await alone(browser, 'damos/bialystok-minsk');
  const game = page.url();
  for (const width of [1280, 640]) {
    await page.setViewportSize({ width, height: 900 });
    for (const address of [game, `${server.address}/#/games`]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await expect(async () => expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)).toPass();
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('button, label, h1, h2, h3, summary')]
          .filter((one) => one.clientWidth > 0 && getComputedStyle(one).overflow !== 'visible' && one.scrollWidth > one.clientWidth + 1 && !one.closest('.hidden'))
          .map((one) => one.textContent?.slice(0, 40)),
      );
      expect(cut, `${address} at ${width}`).toEqual([]);
    }
  }
});

test('an order that is not offered is written with verb, names and board, and refused with its clause', async ({ browser }) => {
  const page = await alone(browser, 'days-of-empire/thin-red-line');
  const box = page.locator('[data-order]');
  await page.getByText('How an order is written').click();
  await page.getByRole('button', { name: 'charge <unit> <target>' }).click();
  await expect(box).toHaveValue('charge ');
  await expect(box).toBeFocused();
  const names = page.getByRole('group', { name: 'What may stand here' });
  await page.keyboard.type('hu');
  await names.getByRole('button', { name: /^hu1/ }).click();
  await expect(box).toHaveValue('charge hu1 ');
  // The other is found on the board.
  await page.locator('.picture [data-target="unit:h93"]').first().click();
  await expect(box).toHaveValue('charge hu1 h93 ');
  await clean(page, 'an order that is written');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Not possible:')).toBeVisible();
  await expect(page.locator('.ask .warn .clause')).toContainText('DOE-');
  // A piece says what may be begun with it.
  await box.fill('');
  await page.locator('.picture [data-target="unit:hu1"]').first().click();
  await page.getByRole('group', { name: 'Orders for what you clicked' }).getByRole('button', { name: /^charge hu1/ }).first().click();
  await expect(box).toHaveValue('charge hu1 ');
});
