// Every page is clean for axe, in both themes and at both widths.
import { expect, test } from '@playwright/test';
import { clean } from './axe';
import { Server } from './server';
import { watch } from './watch';

const server = new Server();
test.beforeAll(() => server.start());
test.afterAll(() => server.end());

/** Whole books and all their charts take axe a minute each: one of each by default, all of them in the long form. */
const LONG = process.env.GROGNARD_LONG !== undefined;
const books = LONG ? ['ancient-world', 'damos', 'days-of-empire', 'death-of-empires', 'eu9'].flatMap((one) => [`/#/rules/${one}`, `/#/tables/${one}`]) : ['/#/rules/ancient-world', '/#/tables/damos'];
const desks = ['death-of-empires/krasnik', 'death-of-empires/reference-combat', 'damos/orel-withdrawal', 'eu9/lepanto', 'eu9/siege-of-pavia', 'ancient-world/zama', 'days-of-empire/column-at-rifles'];
for (const path of ['/', ...books, '/#/rules/damos/DAMOS-8.11-a', '/#/rules/eu9/EU9-NOTHING', '/#/desk/eu9/nowhere', '/#/about', ...desks.map((one) => `/#/desk/${one}`)]) {
  test(`nothing serious for axe on ${path}`, async ({ page }) => {
    if (LONG) test.setTimeout(900_000);
    const wrong = watch(page, server.address);
    await page.goto(`${server.address}${path}`);
    await page.waitForLoadState('networkidle');
    await clean(page, path);
    expect(wrong.filter((one) => !one.includes('404'))).toEqual([]);
  });
}

test('nothing serious for axe where something is refused', async ({ page }) => {
  await page.goto(`${server.address}/#/desk/eu9/pavia`);
  await expect(page.locator('[data-figure]').first()).toBeVisible();
  await page.getByLabel('fire', { exact: true }).first().fill('99');
  await expect(page.getByRole('alert')).toBeVisible();
  await clean(page, 'something refused');
});

test('nothing serious for axe with everything opened, and a clause in front', async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto(`${server.address}/#/desk/eu9/pavia`);
  await expect(page.locator('[data-figure]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Keep to compare' }).click();
  await page.getByLabel('terrain', { exact: true }).selectOption('mountain');
  for (let nth = 0; nth < (await page.locator('summary').count()); nth += 1) await page.locator('summary').nth(nth).evaluate((one) => ((one.parentElement as HTMLDetailsElement).open = true));
  await expect(page.locator('.throw').first()).toBeVisible();
  await page.getByLabel('Vary').selectOption('attacker.leader.fire');
  await page.getByRole('button', { name: 'Draw' }).click();
  await expect(page.getByRole('region', { name: 'Value by value', exact: true })).toBeVisible();
  await clean(page, 'everything opened');
  await page.locator('.throw .clause').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await clean(page, 'a clause');
});

test('nothing serious for axe in a fight', async ({ page }) => {
  await page.goto(`${server.address}/#/desk/eu9/pavia`);
  await page.getByRole('button', { name: 'Fight', exact: true }).click();
  await expect(page.getByRole('log')).toBeVisible();
  await clean(page, 'a fight');
  await page.goto(`${server.address}/#/desk/damos/orel-withdrawal`);
  await page.getByLabel('two of us at this screen').check();
  await page.getByRole('button', { name: 'Fight', exact: true }).click();
  await expect(page.locator('.ask')).toContainText('in secret');
  await clean(page, 'a secret');
});
