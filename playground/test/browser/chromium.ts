/** Which browser the browser tests run in. */
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const ELSEWHERE = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a Chromium: the one that ENCOUNTER_CHROMIUM names, which must be there, or else the first that is found. */
export function findChromium(): string | undefined {
  const wanted = process.env['ENCOUNTER_CHROMIUM'];
  if (wanted) {
    if (!isAbsolute(wanted) || !isProgram(wanted))
      throw new Error(`ENCOUNTER_CHROMIUM must be the path of a Chromium, and is ${wanted}`);
    return wanted;
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...ELSEWHERE].find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
