/** "The code of this", as a visitor takes it: copied from the page and run by Node against the built packages. */
import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import type { Visit } from './harness.ts';

/** What the button under "The code of this" puts onto the clipboard. */
export async function copied({ page }: Visit<unknown>): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.locator('.code button').click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== '');
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The lines that a program prints. It must not complain. The folder is one from which the packages are found. */
export function run(input: string, cwd: string = import.meta.dirname): string[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module'], {
    cwd,
    input,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout.trimEnd().split('\n');
}
