/** Where results go: files, or standard output for `-`. */
import { writeFileSync } from 'node:fs';
import { CliError, oneLine } from './cli-error.ts';

/** Waits until a reader that is slower than we are has taken all of it. */
export function print(data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(data, (error) => {
      // Whoever closes the pipe early, as `head` does, has what it wants.
      if (error && (error as NodeJS.ErrnoException).code !== 'EPIPE') reject(error);
      else resolve();
    });
  });
}

export async function writeOutput(file: string, data: string | Uint8Array): Promise<void> {
  if (file === '-') return print(data);
  try {
    writeFileSync(file, data);
  } catch (cause) {
    throw new CliError(`${file} could not be written (${oneLine(cause)}).`, { cause });
  }
}
