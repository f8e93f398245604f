import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The program as it was built. */
export const program = process.env.GROGNARD_PROGRAM ?? '';

/** A server of one's own, on a free port of this machine; it can be killed and started again where it was. */
export class Server {
  readonly folder = mkdtempSync(join(tmpdir(), 'grognard-web-'));
  address = '';
  #process: ChildProcess | undefined;
  readonly #database: string;
  readonly #more: string[];

  /** With a database of its own, or one that it shares with others; and what else it is told. */
  constructor(database?: string, more: string[] = []) {
    this.#database = database ?? `sqlite:${join(this.folder, 'games.db')}`;
    this.#more = more;
  }

  async start(): Promise<void> {
    const listen = this.address === '' ? '127.0.0.1:0' : this.address.replace('http://', '');
    const started = spawn(program, ['serve', '--listen', listen, '--database', this.#database, ...this.#more], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#process = started;
    this.address = await new Promise((found, failed) => {
      setTimeout(() => failed(new Error('the server did not say its address')), 60_000).unref();
      createInterface({ input: started.stdout }).on('line', (line) => {
        const url = /http:\/\/[^\s/]+/.exec(line)?.[0];
        if (url) found(url);
      });
    });
  }

  /** As by a power cut: nothing is put in order. Done when the process is gone, so that its address is free again. */
  async kill(): Promise<void> {
    const process = this.#process;
    if (!process || process.exitCode !== null || process.signalCode !== null) return;
    const gone = new Promise((done) => process.once('exit', done));
    process.kill('SIGKILL');
    await gone;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
