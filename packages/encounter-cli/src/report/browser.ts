/**
 * A headless Chromium, spoken to through two pipes in the protocol of its developer tools (`--remote-debugging-pipe`): messages are JSON, with
 * a zero byte after each. Needs no library and no port.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** Milliseconds that one answer may take; a machine without a graphics card is slow. */
const PATIENCE = 60_000;

interface Reply {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

export class Browser {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #input: Writable;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  readonly #ended: Promise<void>;
  #rest = '';
  #last = 0;

  constructor(program: string) {
    this.#profile = mkdtempSync(join(tmpdir(), 'encounter-browser-'));
    const flags = [
      '--headless=new',
      '--remote-debugging-pipe',
      `--user-data-dir=${this.#profile}`,
      '--no-first-run',
      '--disable-background-networking',
      '--disable-extensions',
      '--hide-scrollbars',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      // Its sandbox does not work for root; the page is our own and loads nothing.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      'about:blank',
    ];
    this.#process = spawn(program, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    this.#input = this.#process.stdio[3] as Writable;
    const output = this.#process.stdio[4] as Readable;
    this.#input.on('error', () => {});
    output.setEncoding('utf8');
    output.on('data', (text: string) => this.#read(text));
    this.#ended = new Promise((resolve) => {
      const over = (): void => {
        for (const answer of this.#waiting.values()) answer({ error: { message: 'the browser ended' } });
        this.#waiting.clear();
        resolve();
      };
      this.#process.once('exit', over);
      this.#process.once('error', over);
    });
  }

  #read(text: string): void {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop()!;
    for (const message of messages) {
      const reply: Reply = JSON.parse(message);
      if (reply.id === undefined) continue;
      this.#waiting.get(reply.id)?.(reply);
      this.#waiting.delete(reply.id);
    }
  }

  send(method: string, params: Record<string, unknown> = {}, sessionId?: string): Promise<Record<string, unknown>> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error(`the browser did not answer to ${method}`));
      }, PATIENCE);
      this.#waiting.set(id, ({ result, error }) => {
        clearTimeout(timer);
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result ?? {});
      });
      this.#input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Opens a page of a size in pixels; returns how to speak to it. */
  async open(
    url: string,
    width: number,
    height: number,
  ): Promise<(method: string, params?: Record<string, unknown>) => Promise<Record<string, unknown>>> {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const say = (method: string, params: Record<string, unknown> = {}) =>
      this.send(method, params, sessionId as string);
    await say('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    await say('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'light' }] });
    await say('Page.enable');
    await say('Page.navigate', { url });
    return say;
  }

  async close(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
