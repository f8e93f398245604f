// Starts the program that was built, on a free port of this machine, and runs the browser tests against it.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const program = resolve(here, process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), 'grognard-web-'));
const server = spawn(program, ['serve', '--listen', '127.0.0.1:0', '--database', `sqlite:${join(folder, 'games.db')}`], { stdio: ['ignore', 'pipe', 'inherit'] });
const ended = () => {
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
};
process.on('exit', ended);
const address = await new Promise((found, failed) => {
  setTimeout(() => failed(new Error('the server did not say its address')), 30_000).unref();
  createInterface({ input: server.stdout }).on('line', (line) => {
    const url = /http:\/\/[^\s/]+/.exec(line)?.[0];
    if (url) found(url);
  });
});
const run = spawnSync('npx', ['playwright', 'test', ...process.argv.slice(3)], {
  stdio: 'inherit',
  cwd: here,
  env: { ...process.env, GROGNARD_URL: address, GROGNARD_PROGRAM: program },
});
ended();
process.exit(run.status ?? 1);
