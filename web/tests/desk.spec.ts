import { expect, test, type Page, type Request, type Response } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { watch } from './watch';

interface Card {
  key: string;
  kinds: { key: string }[];
  battles: { name: string; title: string; kind: string }[];
}

/** What takes minutes: every clause instead of every twentieth. */
const LONG = process.env.GROGNARD_LONG !== undefined;

async function systems(page: Page): Promise<Card[]> {
  const answer = await page.request.get('/api/systems');
  return ((await answer.json()) as { systems: Card[] }).systems;
}

/** Whether the rules take what is done: a server too busy to say is asked again by the page, and what it called off is no answer. */
async function taken(page: Page, act: () => Promise<void>): Promise<boolean> {
  const asked: Request[] = [];
  const note = (request: Request) => void (request.url().endsWith('/api/odds') && asked.push(request));
  page.on('request', note);
  try {
    await act();
    for (let nth = 0; ; nth += 1) {
      await expect(async () => expect(asked.length).toBeGreaterThan(nth)).toPass({ intervals: [5, 20, 100] });
      const answer = await asked[nth]?.response().catch(() => null);
      if (answer && answer.status() !== 429) return answer.ok();
    }
  } finally {
    page.off('request', note);
  }
}

/** Changes a number that stands open, one up or down, or else a word, such that the rules take it; false where there is none. */
async function change(page: Page): Promise<boolean> {
  // A small battle is reckoned before its form is here.
  await expect(page.locator('.forces').locator('input, select').first()).toBeVisible();
  const back = () => taken(page, () => page.getByRole('button', { name: 'Undo' }).click());
  const steps = page.locator('.stepper button:enabled:visible');
  for (let nth = Math.min(await steps.count(), 12) - 1; nth >= 0; nth -= 1) {
    if (await taken(page, () => steps.nth(nth).click())) return true;
    await back();
  }
  const words = page.locator('.forces select:visible');
  for (let nth = 0; nth < (await words.count()); nth += 1) {
    const now = await words.nth(nth).inputValue();
    for (const value of await words.nth(nth).locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))) {
      if (value === now) continue;
      if (await taken(page, async () => void (await words.nth(nth).selectOption(value)))) return true;
      await back();
    }
  }
  return false;
}

test('every ready battle opens, and a changed field gives the odds that the library gives', async ({ page }) => {
  test.setTimeout(600_000);
  const wrong = watch(page, process.env.GROGNARD_URL ?? '');
  let [opened, compared] = [0, 0];
  const [sampled, unchanged]: [string[], string[]] = [[], []];
  for (const system of await systems(page)) {
    for (const battle of system.battles) {
      const reckoned = page.waitForResponse((response) => response.url().endsWith('/api/odds'));
      await page.goto(`/#/desk/${system.key}/${battle.name}`);
      await expect(page.locator('h1')).toContainText(battle.title);
      expect((await reckoned).status(), battle.name).toBe(200);
      await expect(page.locator('[data-figure]').first(), battle.name).toBeVisible();
      opened += 1;
      if (!(await change(page))) unchanged.push(battle.name);
      await expect(page.getByText('counting on')).toHaveCount(0);
      await page.getByRole('button', { name: 'Share' }).click();
      await expect(page).toHaveURL(/#\/d\//);
      const told = execFileSync(process.env.GROGNARD_PROGRAM ?? '', ['odds', page.url(), '--json', '--ends', '1'], { encoding: 'utf8', maxBuffer: 1 << 26 });
      const library = JSON.parse(told) as { exact: boolean; summary: Record<string, { mean: number }> };
      const exact = library.exact && (await page.locator('.good', { hasText: 'exact' }).count()) > 0;
      await expect(async () => {
        const shown = await page.locator('[data-figure]').evaluateAll((all) => all.map((one) => [one.getAttribute('data-figure') ?? '', Number(one.getAttribute('data-mean')), Number(one.getAttribute('data-margin'))] as const));
        expect(shown.length).toBeGreaterThan(0);
        for (const [key, mean, margin] of shown) {
          // What was sampled differs from run to run: it is held to its own interval, four times as wide as 95 in 100 have it.
          const within = exact ? 1e-9 : Math.max(4 * margin, 0.02);
          expect(Math.abs(mean - (library.summary[key]?.mean ?? NaN)), `${battle.name}: ${key}`).toBeLessThan(within);
        }
      }).toPass({ timeout: 10_000 });
      compared += 1;
      if (!exact) sampled.push(battle.name);
    }
  }
  console.log(`${compared} of ${opened} battles compared; by their intervals alone: ${sampled.join(', ') || 'none'}; without anything to change: ${unchanged.join(', ') || 'none'}`);
  expect(compared).toBe(opened);
  expect(unchanged).toEqual([]);
  expect(sampled.length).toBeLessThan(6);
  expect(wrong).toEqual([]);
});

test('a keystroke changes the odds', async ({ page }) => {
  await page.goto('/#/desk/eu9/italian-plain');
  const first = page.locator('[data-figure]').first();
  await expect(first).toBeVisible();
  const before = await first.getAttribute('data-mean');
  const request = page.waitForRequest((one) => one.url().endsWith('/api/odds'));
  await page.getByLabel('terrain', { exact: true }).selectOption('mountain');
  const sent = (await request).postDataJSON() as unknown;
  await expect(first).not.toHaveAttribute('data-mean', before ?? '');
  const answer = (await (await page.request.post('/api/odds', { data: sent })).json()) as { figures: { mean: number }[] };
  expect(Math.abs(Number(await first.getAttribute('data-mean')) - (answer.figures[0]?.mean ?? NaN))).toBeLessThan(1e-9);
  // The link is all that the command line needs to come to the same figures.
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page).toHaveURL(/#\/d\//);
  const link = page.url();
  const told = execFileSync(process.env.GROGNARD_PROGRAM ?? '', ['odds', link, '--json', '--ends', '1'], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const summary = (JSON.parse(told) as { summary: Record<string, { mean: number }> }).summary;
  await expect(first).toBeVisible();
  for (const shown of await page.locator('[data-figure]').all()) {
    const key = (await shown.getAttribute('data-figure')) ?? '';
    expect(Math.abs(Number(await shown.getAttribute('data-mean')) - (summary[key]?.mean ?? NaN)), key).toBeLessThan(1e-9);
  }
  await page.goto('/#/desk/eu9/italian-plain');
  await expect(first).toHaveAttribute('data-mean', before ?? '');
  await page.getByLabel('terrain', { exact: true }).selectOption('mountain');
  await expect(first).not.toHaveAttribute('data-mean', before ?? '');
  await page.getByRole('button', { name: 'Original' }).click();
  await expect(first).toHaveAttribute('data-mean', before ?? '');
});

/** Fights on by keyboard and with typed dice, an option in turn, until it is over. */
async function fightOn(page: Page, name: string): Promise<void> {
  await page.getByLabel('I type mine').check();
  const begun = page.waitForResponse((response) => response.url().endsWith('/api/fights'));
  await page.getByRole('button', { name: 'Fight', exact: true }).press('Enter');
  let fight = (await (await begun).json()) as { questions: { kind: string; faces: number; range: [number, number] }[]; words: string | null };
  for (let step = 0; step < 400; step += 1) {
    const question = fight.questions[0];
    if (!question) return;
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/fights'));
    if (question.kind === 'roll') {
      const [lowest, highest] = question.range;
      const faces = Array.from({ length: question.faces }, (_, nth) => lowest + ((step * 7 + nth * 3) % (highest - lowest + 1)));
      const box = page.locator('input[name=faces]');
      await box.fill(faces.join(' '));
      await box.press('Enter');
    } else {
      const options = page.locator('.ask').first().locator('.options button:enabled');
      await expect(options.first()).toBeVisible();
      await options.nth(step % (await options.count())).press('Enter');
    }
    const answer = await answered;
    expect(answer.status(), `${name}: ${await answer.text()}`).toBe(200);
    fight = (await answer.json()) as typeof fight;
  }
  throw new Error(`${name} never ended`);
}

test('one of each kind is fought to its end with typed dice, shared, and the same in another browser', async ({ page, browser }) => {
  test.setTimeout(600_000);
  const wrong = watch(page, process.env.GROGNARD_URL ?? '');
  const other = await (await browser.newContext()).newPage();
  let fought = 0;
  for (const system of await systems(page)) {
    for (const kind of system.kinds) {
      const battle = system.battles.find((one) => one.kind === kind.key);
      if (!battle) continue;
      const name = `${system.key}/${battle.name}`;
      await page.goto(`/#/desk/${name}`);
      await expect(page.locator('h1')).toContainText(battle.title);
      await expect(page.locator('[data-figure]').first(), name).toBeVisible();
      await fightOn(page, name);
      await expect(page.locator('.end'), name).toBeVisible();
      await page.getByRole('button', { name: 'Share' }).press('Enter');
      await expect(page, name).toHaveURL(/#\/d\//);
      await other.goto(page.url());
      await expect(other.locator('.end'), name).toBeVisible();
      // The fight before it stands there until the link has been read.
      await expect(async () => {
        expect(await other.locator('.end').innerText(), name).toBe(await page.locator('.end').innerText());
        expect(await other.getByRole('log').innerText(), name).toBe(await page.getByRole('log').innerText());
      }).toPass({ timeout: 30_000 });
      fought += 1;
    }
  }
  expect(fought).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

test('ten thousand keystrokes leave the odds of the last one on the screen', async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto('/#/desk/eu9/italian-plain');
  const first = page.locator('[data-figure]').first();
  await expect(first).toBeVisible();
  const before = await first.getAttribute('data-mean');
  await page.getByLabel('terrain', { exact: true }).evaluate((select: HTMLSelectElement, times) => {
    for (let stroke = 0; stroke <= times; stroke += 1) {
      select.value = stroke % 2 === 0 ? 'mountain' : 'plain';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }, LONG ? 10_000 : 500);
  await expect(first).not.toHaveAttribute('data-mean', before ?? '', { timeout: 60_000 });
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('forces from a ready battle, swap, copy, undo; sharing keeps them', async ({ page }) => {
  await page.goto('/#/desk/eu9/pavia');
  const first = page.locator('[data-figure]').first();
  await expect(first).toBeVisible();
  const before = (await first.getAttribute('data-mean')) ?? '';
  await page.getByText('Forces from a ready battle').click();
  const preset = page.locator('[data-preset=attacker]');
  const cerignola = await preset.locator('option', { hasText: 'Cerignola' }).first().innerText();
  await preset.selectOption({ label: cerignola });
  await expect(first).not.toHaveAttribute('data-mean', before);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page).toHaveURL(/#\/d\//);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(first).toHaveAttribute('data-mean', before);
  await page.getByRole('button', { name: '⇄ Swap' }).click();
  await page.getByRole('button', { name: 'attacker → defender' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(first).toHaveAttribute('data-mean', before);
  await expect(page.getByRole('button', { name: 'Original' })).toBeDisabled();
});

test('what a link would hold is taken as a file and opened again', async ({ page, browser }) => {
  await page.goto('/#/desk/eu9/italian-plain');
  const first = page.locator('[data-figure]').first();
  await expect(first).toBeVisible();
  await page.getByLabel('terrain', { exact: true }).selectOption('mountain');
  const taken = page.waitForEvent('download');
  await page.getByRole('button', { name: 'File', exact: true }).click();
  const path = await (await taken).path();
  const other = await (await browser.newContext()).newPage();
  await other.goto('/');
  await other.getByLabel('Open a file').setInputFiles(path);
  await expect(other.getByLabel('terrain', { exact: true })).toHaveValue('mountain');
  await other.getByLabel('Open a file').setInputFiles({ name: 'other.txt', mimeType: 'text/plain', buffer: Buffer.from('nothing') });
  await expect(other.getByRole('status').filter({ hasText: 'no file that this desk has written' })).toBeVisible();
});

/** Kilobytes of script and style that a page takes, as they are sent: packed. */
async function weight(page: Page, path: string): Promise<number> {
  const sizes: Promise<number>[] = [];
  const count = (response: Response) => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname)) sizes.push(response.request().sizes().then((one) => one.responseBodySize));
  };
  page.on('response', count);
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  page.off('response', count);
  return (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0) / 1000;
}

test('pages are light: 40 kB of script and style for the first, 120 for any other', async ({ browser }) => {
  for (const [path, most] of [['/', 40], ['/#/rules/damos', 120], ['/#/tables/damos', 120], ['/#/about', 120], ['/#/games', 120]] as const) {
    const page = await (await browser.newContext()).newPage();
    const kilobytes = await weight(page, path);
    console.log(`${path}: ${kilobytes.toFixed(1)} kB`);
    expect(kilobytes, path).toBeGreaterThan(5);
    expect(kilobytes, path).toBeLessThanOrEqual(most);
    await page.close();
  }
});

test('fields say what they are, in which unit and bounds, under which clause', async ({ page }) => {
  await page.goto('/#/desk/eu9/siege-of-pavia');
  await expect(page.locator('[data-figure]').first()).toBeVisible();
  const field = page.locator('.plain', { has: page.getByLabel('supply line') });
  await expect(field.locator('.unit')).toHaveText('MP');
  await field.locator('summary').click();
  await expect(field.locator('.help')).toContainText('line of supply');
  await field.locator('.help .clause').click();
  await expect(page.getByRole('dialog')).toContainText('EU9-SIEGE-c');
});

test('what applies is shown before any die', async ({ page }) => {
  await page.goto('/#/desk/eu9/pavia');
  await page.getByText('Before any die').click();
  const first = page.locator('.throw').first();
  await expect(first.locator('.modifiers li').first()).toBeVisible();
  await expect(first.locator('.clause').first()).toBeVisible();
  expect(await first.locator('th[scope=col]').count()).toBe(10);
});

test('the special desks of the systems', async ({ page }) => {
  test.setTimeout(300_000);
  const wrong = watch(page, process.env.GROGNARD_URL ?? '');
  const all = await systems(page);
  const of = (key: string, kind: string) => all.find((one) => one.key === key)?.battles.find((one) => one.kind === kind)?.name ?? '';
  await page.goto(`/#/desk/death-of-empires/${of('death-of-empires', 'allocation')}`);
  const results = page.locator('details', { hasText: 'what may take it' });
  await expect(results.locator('ol > li').first()).toContainText('★ best');
  await expect(results.locator('.card')).toBeVisible();
  const before = await results.locator('ol > li').count();
  expect(before).toBeGreaterThan(1);
  await results.locator('ol > li').first().locator('button[aria-pressed=false]').first().click();
  await expect(results.locator('ol > li').first().locator('button[aria-pressed=true]')).not.toContainText('★ best');

  await page.goto(`/#/desk/damos/${of('damos', 'combat')}`);
  const matrix = page.locator('details', { hasText: 'Plan against posture' });
  await expect(matrix).toBeVisible();
  await page.goto(`/#/desk/days-of-empire/${of('days-of-empire', 'charge')}`);
  await page.getByText('Charge now, or shoot first?').click();
  await expect(page.getByRole('columnheader', { name: 'shoot first' })).toBeVisible();
  await page.goto(`/#/desk/eu9/${of('eu9', 'naval-battle')}`);
  await page.getByText('Each way against each').click();
  await page.getByRole('button', { name: /attacker leave/ }).click();
  await expect(page.locator('td', { hasText: '★' }).first()).toBeVisible({ timeout: 60_000 });
  expect(wrong).toEqual([]);
});

test('two variants stand side by side', async ({ page }) => {
  await page.goto('/#/desk/eu9/italian-plain');
  await expect(page.locator('[data-figure]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Keep to compare' }).click();
  await page.getByLabel('terrain', { exact: true }).selectOption('mountain');
  const both = page.getByLabel('Two variants side by side').first();
  await expect(both).toContainText('terrain: plain → mountain');
  await expect(both).toContainText('points');
});

test('what a figure has fallen by is a number', async ({ page }) => {
  await page.goto('/#/desk/eu9/pavia');
  await expect(page.locator('[data-figure]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Keep to compare' }).click();
  await page.getByLabel('terrain', { exact: true }).selectOption('mountain');
  // The mean of what France loses goes from 1.28 to 0.83.
  await expect(page.getByRole('row', { name: /LD lost by France/ })).toContainText(/−0\.4\d/);
  await expect(page.locator('main')).not.toContainText('NaN');
});

test('own tables are tried in this browser, and the desk says so', async ({ page, browser }) => {
  await page.goto('/#/desk/damos/smolensk-july');
  const battle = (await systems(page)).find((one) => one.key === 'ancient-world')?.battles[0]?.name ?? '';
  await page.goto('/#/tables/ancient-world');
  const upload = page.getByLabel('Try your own (TOML)');
  await upload.setInputFiles({ name: 'wrong.toml', mimeType: 'text/plain', buffer: Buffer.from('[no-such-table]\ncells = []\n') });
  await expect(page.getByRole('alert')).toBeVisible();
  const list = (await (await page.request.get('/api/systems/ancient-world/tables')).json()) as { tables: { key: string; columns: string[]; rows: string[][] }[] };
  const table = list.tables.find((one) => one.key === 'battle-results');
  if (!table) throw new Error('no table');
  const quoted = (words: string[]) => `[${words.map((one) => JSON.stringify(one)).join(', ')}]`;
  const toml = `[${table.key}]\ncolumns = ${quoted(table.columns)}\nrows = [\n${table.rows.map((row) => quoted(row)).join(',\n')}\n]\n`;
  await upload.setInputFiles({ name: 'ours.toml', mimeType: 'text/plain', buffer: Buffer.from(toml) });
  await expect(page.locator('strong', { hasText: 'house' })).toBeVisible();
  await page.goto(`/#/desk/ancient-world/${battle}`);
  await expect(page.locator('.house')).toContainText('ours.toml');
  const other = await (await browser.newContext()).newPage();
  await other.goto(`/#/desk/ancient-world/${battle}`);
  await expect(other.locator('[data-figure]').first()).toBeVisible();
  await expect(other.locator('.house')).toHaveCount(0);
  await page.getByRole('button', { name: 'Without them' }).click();
  await expect(page.locator('.house')).toHaveCount(0);
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

test('every clause has its page, with the readings it can have', async ({ page }) => {
  test.setTimeout(900_000);
  for (const system of await systems(page)) {
    const { clauses } = (await (await page.request.get(`/api/systems/${system.key}/clauses`)).json()) as { clauses: { id: string }[] };
    await page.goto(`/#/rules/${system.key}`);
    await expect(page.locator('.clauses > li')).toHaveCount(clauses.length);
    for (const [index, { id }] of clauses.entries()) {
      if (!LONG && index % 40 !== 0) continue;
      await page.evaluate((hash) => (location.hash = hash), `#/rules/${system.key}/${encodeURIComponent(id)}`);
      await expect(page.locator('li.opened')).toHaveAttribute('id', id);
    }
    await expect(page.getByText('switches, each with its alternatives')).toBeVisible();
  }
  await page.goto('/#/rules/damos/DAMOS-8.11-a');
  await expect(page.locator('li.opened')).toContainText('nearer');
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
