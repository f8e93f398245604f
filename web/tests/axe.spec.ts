// Every page is clean for axe, in both themes and at both widths.
import { expect, test } from '@playwright/test';
import { clean } from './axe';
import { Server } from './server';
import { watch } from './watch';

const server = new Server();
test.beforeAll(() => server.start());
test.afterAll(() => server.end());

const desks = ['death-of-empires/krasnik', 'death-of-empires/reference-combat', 'damos/smolensk-july', 'eu9/lepanto'];
for (const path of ['/', '/#/rules/ancient-world', '/#/rules/damos/DAMOS-8.11-a', '/#/tables/damos', '/#/about', ...desks.map((one) => `/#/desk/${one}`)]) {
  test(`nothing serious for axe on ${path}`, async ({ page }) => {
    const wrong = watch(page, server.address);
    await page.goto(`${server.address}${path}`);
    await page.waitForLoadState('networkidle');
    await clean(page, path);
    expect(wrong).toEqual([]);
  });
}

test('nothing serious for axe in a fight', async ({ page }) => {
  await page.goto(`${server.address}/#/desk/eu9/pavia`);
  await page.getByRole('button', { name: 'Fight', exact: true }).click();
  await expect(page.getByRole('log')).toBeVisible();
  await clean(page, 'a fight');
});
