// The desk as people meet it: wrong input, keys alone, large letters, paper, two at one phone, links that were cut.
import { expect, test, type Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { watch } from './watch';

const odds = (page: Page) => page.locator('[data-figure]').first();
const link = (what: unknown) => `/#/d/${deflateRawSync(JSON.stringify(what)).toString('base64url')}`;

async function fields(page: Page, system: string, name: string): Promise<Record<string, unknown>> {
  return ((await (await page.request.get(`/api/systems/${system}/battles/${name}`)).json()) as { fields: Record<string, unknown> }).fields;
}

test('what is wrong is said once, at its field, and the odds before it stay', async ({ page }) => {
  const wrong = watch(page, process.env.GROGNARD_URL ?? '');
  await page.goto('/#/desk/eu9/pavia');
  // What is sampled at once gives way to what is counted out.
  await expect(odds(page)).toHaveAttribute('data-margin', '0');
  const before = (await odds(page).getAttribute('data-mean')) ?? '';
  const attacker = page.getByRole('group', { name: 'attacker' });
  const cases: [string, string, RegExp][] = [
    ['fire', '99', /0 to 6/],
    ['fire', '-1', /0 to 6/],
    ['fire', '', /whole number/],
    ['counters', 'A+ A+ A+ A+ A+ A+ A+ A+ A+', /at most 3/],
    ['counters', '', /empty stack/],
    ['counters', 'seven', /no counter/],
  ];
  for (const [label, value, why] of cases) {
    const field = attacker.getByLabel(label, { exact: true });
    const was = await field.inputValue();
    await field.fill(value);
    const said = page.getByRole('alert');
    await expect(said, `${label}: ${value}`).toContainText(why);
    await expect(said, `${label}: ${value}`).toHaveCount(1);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('These are the odds before your last change')).toBeVisible();
    await expect(odds(page)).toHaveAttribute('data-mean', before);
    await field.fill(was);
    await expect(said).toHaveCount(0);
    await expect(odds(page)).toHaveAttribute('data-mean', before);
  }
  // What is refused deep in a long form is unfolded.
  await page.goto('/#/desk/days-of-empire/village');
  await expect(odds(page)).toBeVisible();
  const spoilt = await fields(page, 'ancient-world', 'zama');
  (spoilt.attacker as { leader: { guile: number } }).leader.guile = 99;
  await page.goto(link({ battle: { fields: spoilt } }));
  await expect(page.getByRole('alert')).toContainText('0 to 20');
  await expect(page.getByRole('group', { name: 'attacker' }).getByLabel(/guile/i).first()).toBeVisible();
  expect(wrong).toEqual([]);
});

test('a link that was changed, cut or is of nothing says so, and the page goes on', async ({ page }) => {
  const wrong = watch(page, process.env.GROGNARD_URL ?? '');
  const pavia = await fields(page, 'eu9', 'pavia');
  const good = link({ battle: { fields: pavia } });
  await page.goto(good);
  await expect(odds(page)).toBeVisible();
  const fresh = async (hash: string) => {
    await page.goto('about:blank');
    await page.goto(hash);
  };
  for (const hash of [good.slice(0, -40), `${good.slice(0, 30)}!!!${good.slice(33)}`, '/#/d/%E0%A4%A', '/#/d/AAAA', link({ nothing: 1 }), link(null)]) {
    await fresh(hash);
    await expect(page.getByRole('status').filter({ hasText: 'cut or changed' }), hash.slice(0, 60)).toBeVisible();
  }
  for (const [hash, why] of [
    [link({ battle: { fields: { ...pavia, elephants: 3 } } }), /unknown field `elephants`/],
    [link({ battle: { fields: { ...pavia, system: 'chess' } } }), /chess/],
    [link({ battle: { fields: { ...pavia, kind: 'picnic' } } }), /picnic/],
    [link({ battle: { fields: pavia }, journal: 'not a journal' }), /not a journal/],
    ['/#/desk/eu9/nowhere', /no battle `nowhere`/],
    ['/#/desk/chess/pavia', /no system `chess`/],
    ['/#/rules/chess', /no system `chess`/],
    ['/#/rules/eu9/EU9-NOTHING', /no clause EU9-NOTHING/],
    ['/#/tables/chess', /no system `chess`/],
    ['/#/tables/eu9/nothing', /no chart nothing/],
  ] as const) {
    await fresh(hash);
    await expect(page.getByRole('alert').filter({ hasText: why }).first(), String(why)).toBeVisible();
  }
  // What is refused is asked for once.
  let asked = 0;
  page.on('request', (request) => (asked += request.url().endsWith('/api/fights') ? 1 : 0));
  await fresh(link({ battle: { fields: pavia }, journal: 'not a journal' }));
  await expect(page.getByRole('alert').filter({ hasText: 'not a journal' })).toBeVisible();
  await page.waitForTimeout(500);
  expect(asked).toBe(1);
  await page.getByRole('link', { name: 'Desk' }).click();
  await expect(odds(page)).toBeVisible();
  expect(wrong.filter((one) => !/status of 4\d\d/.test(one))).toEqual([]);
});

test('a link too long to send says so and gives the file, which the command line takes too', async ({ page }) => {
  await page.goto('/#/tables/eu9');
  const list = (await (await page.request.get('/api/systems/eu9/tables')).json()) as { tables: { key: string; columns: string[]; rows: string[][] }[] };
  const table = list.tables.find((one) => one.key === 'combat-results');
  if (!table) throw new Error('no table');
  const quoted = (words: string[]) => `[${words.map((one) => JSON.stringify(one)).join(', ')}]`;
  const toml = (rows: string[][]) => `[${table.key}]\ncolumns = ${quoted(table.columns)}\nrows = [\n${rows.map(quoted).join(',\n')}\n]\n`;
  const upload = (text: string) => page.getByLabel('Try your own (TOML)').setInputFiles({ name: 'ours.toml', mimeType: 'text/plain', buffer: Buffer.from(text) });
  // Noise that cannot be packed away.
  let [state, noise] = [7, ''];
  for (let nth = 0; nth < 12_000; nth += 1) {
    state = (state * 1103515245 + 12345) % 2147483648;
    noise += ((state >> 8) % 36).toString(36);
  }
  await upload(toml(table.rows.slice(0, -2)));
  await expect(page.getByRole('alert')).toContainText(/row .* is missing/);
  await expect(page.locator('strong', { hasText: 'house' })).toHaveCount(0);
  await upload(`# ${'x'.repeat(2 << 20)}\n${toml(table.rows)}`);
  await expect(page.getByRole('alert')).toContainText('longer than a mebibyte');
  await upload(`# ${noise}\n${toml(table.rows)}`);
  await expect(page.locator('strong', { hasText: 'house' })).toBeVisible();
  await page.goto('/#/desk/eu9/pavia');
  await expect(odds(page)).toBeVisible();
  await expect(page.locator('.house')).toContainText('ours.toml');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'too long to send' })).toBeVisible();
  const taken = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Take the file' }).click();
  const path = (await (await taken).path()) ?? '';
  const address = readFileSync(path, 'utf8').trim();
  expect(address.length).toBeGreaterThan(8000);
  const told = execFileSync(process.env.GROGNARD_PROGRAM ?? '', ['odds', address, '--json', '--ends', '1'], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const summary = (JSON.parse(told) as { summary: Record<string, { mean: number }> }).summary;
  for (const shown of await page.locator('[data-figure]').all()) {
    const key = (await shown.getAttribute('data-figure')) ?? '';
    expect(Math.abs(Number(await shown.getAttribute('data-mean')) - (summary[key]?.mean ?? NaN)), key).toBeLessThan(1e-9);
  }
});

test('by keys alone: every control is reached, a field is changed, a fight is fought', async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto('/#/desk/eu9/pavia');
  await expect(odds(page)).toBeVisible();
  const all = await page.locator('button:enabled:visible, select:visible, input:enabled, a[href]:visible, summary:visible').count();
  const reached = new Set<string>();
  for (let step = 0; step < all * 2; step += 1) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate(() => {
      const at = document.activeElement;
      if (!at || at === document.body) return '';
      const seen = at.getBoundingClientRect();
      return `${[...document.querySelectorAll('*')].indexOf(at)} ${at.matches('.skip, .file input, section, [role=region]') || (seen.width > 0 && seen.height > 0) ? '' : 'unseen '}${at.tagName}`;
    });
    if (here === '') break;
    expect(here).not.toContain('unseen');
    reached.add(here);
  }
  // Of a group of round buttons one is a stop.
  expect(reached.size).toBeGreaterThanOrEqual(all - 1);
  const before = (await odds(page).getAttribute('data-mean')) ?? '';
  await page.getByLabel('terrain', { exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(odds(page)).not.toHaveAttribute('data-mean', before);
  await page.getByRole('button', { name: 'Original' }).focus();
  await page.keyboard.press('Space');
  await expect(odds(page)).toHaveAttribute('data-mean', before);
  await page.getByLabel('dice thrown for me').focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('button', { name: 'Fight', exact: true }).focus();
  let answered = page.waitForResponse((response) => response.url().endsWith('/api/fights'));
  await page.keyboard.press('Enter');
  // From here on the keys go where the next question is.
  for (let step = 0; step < 80; step += 1) {
    const fight = (await (await answered).json()) as { questions: { kind: string; faces: number }[] };
    const question = fight.questions[0];
    if (!question) break;
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.ask') !== null)).toBe(true);
    answered = page.waitForResponse((response) => response.url().endsWith('/api/fights'));
    if (question.kind === 'roll') await page.keyboard.type(Array.from({ length: question.faces }, () => '4').join(' '));
    await page.keyboard.press('Enter');
  }
  await expect(page.locator('.end')).toBeVisible();
});

test('two people at one phone: a secret is chosen by one at a time, and a wrong die is refused where it is typed', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/#/desk/damos/orel-withdrawal');
  await expect(odds(page)).toBeVisible();
  await page.getByLabel('I type mine').check();
  await page.getByLabel('two of us at this screen').check();
  await page.getByRole('button', { name: 'Fight', exact: true }).click();
  const hand = page.locator('.ask');
  await expect(hand).toContainText('chosen in secret');
  await expect(page.getByRole('button', { name: 'delay' })).toHaveCount(0);
  await page.getByRole('button', { name: 'I am Group of the Ninth Army' }).click();
  await expect(hand).toHaveCount(1);
  await page.locator('.options [data-key=delay]').click();
  await expect(hand).toContainText('chosen in secret');
  // Nothing that the other may read tells what was chosen.
  expect(await page.locator('main').innerText()).not.toMatch(/posture.*delay|chooses? delay/i);
  await page.getByRole('button', { name: 'I am 29th Army' }).click();
  await page.locator('.options button').first().click();
  await expect(page.getByRole('log')).toContainText('delay');
  await expect(page.locator('input[name=faces]')).toBeFocused();
  await page.locator('input[name=faces]').fill('99');
  await page.keyboard.press('Enter');
  await expect(page.locator('.ask').getByRole('alert')).toBeVisible();
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over).toBeLessThanOrEqual(0);
});

test('a decision is taken back as far as the last die', async ({ page }) => {
  await page.goto('/#/desk/ancient-world/zama');
  await expect(odds(page)).toBeVisible();
  await page.getByLabel('I type mine').check();
  await page.getByRole('button', { name: 'Fight', exact: true }).click();
  const first = page.locator('.ask h3');
  const asked = await first.innerText();
  await expect(page.getByRole('button', { name: 'Take the last decision back' })).toHaveCount(0);
  await page.locator('.options button').first().click();
  await expect(first).not.toHaveText(asked);
  await page.getByRole('button', { name: /take the last decision back/i }).first().click();
  await expect(first).toHaveText(asked);
});

test('letters twice as large fit on every page, and nothing is cut off', async ({ page }) => {
  for (const width of [1280, 640]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['/', '/#/desk/ancient-world/zama', '/#/desk/damos/orel-withdrawal', '/#/rules/eu9', '/#/tables/eu9', '/#/about']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, `${path} at ${width}`).toBeLessThanOrEqual(0);
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('button, label, h1, h2, h3, summary')]
          .filter((one) => one.clientWidth > 0 && getComputedStyle(one).overflow !== 'visible' && one.scrollWidth > one.clientWidth + 1 && !one.closest('.hidden'))
          .map((one) => one.textContent?.slice(0, 40)),
      );
      expect(cut, `${path} at ${width}`).toEqual([]);
    }
  }
});

test('on paper: the odds and the account, without anything to press', async ({ page }) => {
  await page.goto('/#/desk/eu9/pavia');
  await expect(odds(page)).toBeVisible();
  await page.getByRole('button', { name: 'Fight', exact: true }).click();
  await expect(page.getByRole('log')).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('log')).toBeVisible();
  await expect(odds(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pavia');
  for (const gone of ['Share', 'Fight again', 'Print', 'Journal', 'Undo']) await expect(page.getByRole('button', { name: gone, exact: true }), gone).toBeHidden();
  await expect(page.locator('select:visible, input:visible')).toHaveCount(0);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
  // A part that scrolls on the screen lies open on paper.
  expect(await page.evaluate(() => [...document.querySelectorAll('.values')].every((one) => one.scrollHeight <= one.clientHeight + 1))).toBe(true);
});
