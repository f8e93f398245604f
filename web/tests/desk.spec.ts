import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';

interface Card {
  key: string;
  battles: { name: string; title: string }[];
}

/** Every request that leaves the page, and every complaint of the browser's. */
function watch(page: Page): string[] {
  const wrong: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['http:', 'data:', 'blob:'].includes(url.protocol) || (url.protocol === 'http:' && url.origin !== process.env.GROGNARD_URL)) wrong.push(request.url());
  });
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('422')) wrong.push(message.text());
  });
  return wrong;
}

async function systems(page: Page): Promise<Card[]> {
  const answer = await page.request.get('/api/systems');
  return ((await answer.json()) as { systems: Card[] }).systems;
}

test('every ready battle opens, and a changed field gives the odds that the library gives', async ({ page }) => {
  test.setTimeout(600_000);
  const wrong = watch(page);
  for (const system of await systems(page)) {
    for (const battle of system.battles) {
      const reckoned = page.waitForResponse((response) => response.url().endsWith('/api/odds'));
      await page.goto(`/#/desk/${system.key}/${battle.name}`);
      await expect(page.locator('h1')).toContainText(battle.title);
      expect((await reckoned).status(), battle.name).toBe(200);
      await expect(page.locator('[data-figure]').first(), battle.name).toBeVisible();
    }
  }
  expect(wrong).toEqual([]);
});

test('a keystroke changes the odds', async ({ page }) => {
  await page.goto('/#/desk/eu9/italian-plain');
  const first = page.locator('[data-figure]').first();
  await expect(first).toBeVisible();
  const before = await first.getAttribute('data-mean');
  const request = page.waitForRequest((one) => one.url().endsWith('/api/odds'));
  await page.getByLabel('terrain').selectOption('mountain');
  const sent = (await request).postDataJSON() as unknown;
  await expect(first).not.toHaveAttribute('data-mean', before ?? '');
  const answer = (await (await page.request.post('/api/odds', { data: sent })).json()) as { figures: { mean: number }[] };
  expect(Math.abs(Number(await first.getAttribute('data-mean')) - (answer.figures[0]?.mean ?? NaN))).toBeLessThan(1e-9);
  await page.getByRole('button', { name: 'Original' }).click();
  await expect(first).toHaveAttribute('data-mean', before ?? '');
});

test('a wrong value is refused at its field, and nothing else changes', async ({ page }) => {
  await page.goto('/#/desk/eu9/italian-plain');
  await expect(page.locator('[data-figure]').first()).toBeVisible();
  await page.getByLabel('counters').first().fill('9A+ nonsense');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
});

test('a fight by typed dice, shared, is the same in another browser', async ({ page, browser }) => {
  await page.goto('/#/desk/eu9/pavia');
  await page.getByLabel('I type mine').check();
  await page.getByRole('button', { name: 'Fight', exact: true }).click();
  const over = page.locator('.end');
  for (let step = 0; step < 60 && !(await over.isVisible()); step += 1) {
    const faces = page.locator('input[name=faces]');
    const option = page.locator('.options button').first();
    await expect(faces.or(option).or(over).first()).toBeVisible();
    const done = page.waitForResponse((response) => response.url().endsWith('/api/fights'));
    if (await faces.isVisible()) {
      await faces.fill('5');
      await faces.press('Enter');
    } else if (await option.isVisible()) await option.click();
    else break;
    await done;
    await page.waitForTimeout(50);
  }
  await expect(over).toBeVisible();
  const account = await page.getByRole('log').innerText();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page).toHaveURL(/#\/d\//);
  const other = await (await browser.newContext()).newPage();
  await other.goto(page.url());
  await expect(other.locator('.end')).toBeVisible();
  expect(await other.getByRole('log').innerText()).toBe(account);
});

test('every clause opens in place', async ({ page }) => {
  await page.goto('/#/rules/damos/DAMOS-8.11-a');
  await expect(page.locator('li.opened')).toBeInViewport();
  await page.getByLabel('Search').fill('pursuit');
  await page.goto('/#/desk/eu9/pavia');
  await page.getByRole('button', { name: 'Fight', exact: true }).click();
  await page.locator('.account .clause').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

for (const [width, scheme] of [[1280, 'light'], [320, 'dark']] as const) {
  test(`nothing serious for axe at ${width} in ${scheme}`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: scheme });
    const page = await context.newPage();
    const wrong = watch(page);
    for (const path of ['/', '/#/rules/ancient-world', '/#/tables/damos', '/#/about', '/#/desk/death-of-empires/krasnik']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations.filter((one) => ['serious', 'critical'].includes(one.impact ?? ''));
      expect(serious.map((one) => `${path} ${one.id}: ${one.nodes[0]?.html}`)).toEqual([]);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, `${path} is wider than the screen`).toBeLessThanOrEqual(0);
    }
    expect(wrong).toEqual([]);
  });
}
