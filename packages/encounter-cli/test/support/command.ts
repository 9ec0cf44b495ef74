/** The built command, as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

if (!existsSync(MAIN))
  throw new Error('packages/encounter-cli/dist is missing: run `npm run build` first, as `npm test` does');

export interface Ended {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export function ended(child: ChildProcess): Promise<Ended> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString() });
    });
  });
}

/** Runs to the end. */
export function encounter(...args: string[]): Promise<Ended> {
  return ended(spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** Starts and goes on. Whoever starts it must end it. */
export function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}
