// How long after a keystroke the odds stand on the screen, for every ready battle, in a real browser: those that can be
// counted out exactly within 50 ms are wanted within 100, the others, sampled, within 200. Run by `make bench-web`, on
// a machine that does nothing else; words after the program choose systems.
import { chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [program, ...chosen] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'grognard-speed-'));
const server = spawn(program, ['serve', '--listen', '127.0.0.1:0', '--database', `sqlite:${join(folder, 'games.db')}`], { stdio: ['ignore', 'pipe', 'inherit'] });
process.on('exit', () => {
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
const address = await new Promise((found, failed) => {
  setTimeout(() => failed(new Error('the server did not say its address')), 30_000).unref();
  createInterface({ input: server.stdout }).on('line', (line) => {
    const url = /http:\/\/[^\s/]+/.exec(line)?.[0];
    if (url) found(url);
  });
});

/** So often each battle is changed; the middle one counts. */
const STROKES = 7;
const middle = (times) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-first-run'] });
const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
// Notes when the answer to the latest question for odds has been read, and drawn.
await page.addInitScript(() => {
  const plain = window.fetch.bind(window);
  window.shown = [];
  window.fetch = async (...asked) => {
    const response = await plain(...asked);
    if (!String(asked[0]?.url ?? asked[0]).endsWith('/api/odds')) return response;
    const read = response.json.bind(response);
    response.json = async () => {
      const answer = await read();
      requestAnimationFrame(() => requestAnimationFrame(() => window.shown.push({ at: performance.now(), ok: response.ok, exact: answer.exact })));
      return answer;
    };
    return response;
  };
});

/** One keystroke: how long until what it changes is drawn; nothing where the rules refuse it. */
const stroke = (nth) =>
  page.evaluate(async (nth) => {
    const steps = [...document.querySelectorAll('.forces .stepper button:enabled')].filter((one) => one.offsetParent !== null);
    const words = [...document.querySelectorAll('.forces select')].filter((one) => one.offsetParent !== null && one.options.length > 1);
    window.shown = [];
    const begun = performance.now();
    if (steps.length > 0) steps[Math.min(nth, steps.length - 1)].click();
    else if (words.length > 0) {
      const select = words[0];
      select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    } else return null;
    while (window.shown.length === 0 && performance.now() - begun < 5_000) await new Promise((done) => setTimeout(done, 1));
    const first = window.shown[0];
    return first?.ok ? { took: first.at - begun, exact: first.exact } : null;
  }, nth);

console.log('battle\tasked for directly, ms\ton the screen, ms\texact');
let [missed, measured] = [0, 0];
const { systems } = await (await fetch(`${address}/api/systems`)).json();
for (const system of systems.filter((one) => chosen.length === 0 || chosen.includes(one.key))) {
  for (const battle of system.battles) {
    const name = `${system.key}/${battle.name}`;
    const ready = await (await fetch(`${address}/api/systems/${name.replace('/', '/battles/')}`)).json();
    const direct = [];
    for (let round = 0; round < 3; round += 1) {
      const begun = performance.now();
      await (await fetch(`${address}/api/odds`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ battle: ready, within: 1000 }) })).json();
      direct.push(performance.now() - begun);
    }
    await page.goto(`${address}/#/desk/${name}`);
    await page.locator('[data-figure]').first().waitFor();
    await page.getByText('counting on').waitFor({ state: 'detached', timeout: 60_000 });
    const strokes = [];
    for (let nth = 0; nth < 12 && strokes.length < STROKES; nth += 1) {
      const one = await stroke(nth);
      if (one) strokes.push(one);
      else await page.getByRole('button', { name: 'Undo' }).click({ timeout: 1_000 }).catch(() => undefined);
      await page.getByText('counting on').waitFor({ state: 'detached', timeout: 60_000 });
    }
    if (strokes.length === 0) {
      console.log(`${name}\t${middle(direct).toFixed(0)}\tnothing to change`);
      continue;
    }
    const [took, wanted] = [middle(strokes.map((one) => one.took)), middle(direct) <= 50 ? 100 : 200];
    measured += 1;
    missed += took > wanted ? 1 : 0;
    console.log(`${name}\t${middle(direct).toFixed(0)}\t${took.toFixed(0)}\t${strokes.every((one) => one.exact) ? 'yes' : 'no'}${took > wanted ? `\tMISSED (wanted: ${wanted})` : ''}`);
  }
}
console.log(`${measured - missed} of ${measured} battles as wanted`);
await browser.close();
process.exit(0);
