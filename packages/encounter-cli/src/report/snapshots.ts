/** Pictures of clashes for BCF: the HTML report, opened in a browser, shows one after the other. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { ClashReport, Model } from 'encounter-models';
import { Browser } from './browser.ts';
import { htmlReport } from './html.ts';

/** More would take long, and nobody looks at them. */
export const SNAPSHOT_LIMIT = 500;

const WIDTH = 800;
const HEIGHT = 600;

/** PNG files by the ids of clashes, for the first ones in the order of the report. */
export async function takeSnapshots(
  program: string,
  report: ClashReport,
  models: readonly Model[],
  onProgress: (done: number, total: number) => void,
): Promise<Map<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>();
  const clashes = report.clashes.slice(0, SNAPSHOT_LIMIT);
  if (clashes.length === 0) return pictures;
  const folder = mkdtempSync(join(tmpdir(), 'encounter-snapshots-'));
  const page = join(folder, 'report.html');
  writeFileSync(page, htmlReport(report, models));
  const browser = new Browser(program);
  try {
    const say = await browser.open(`${pathToFileURL(page).href}#snapshot`, WIDTH, HEIGHT);
    const evaluate = async (expression: string): Promise<unknown> => {
      const { result, exceptionDetails } = (await say('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      })) as { result?: { value?: unknown }; exceptionDetails?: { text: string } };
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result?.value;
    };
    // The page is large; until its script has run there is nothing to ask.
    for (let i = 0; (await evaluate('typeof window.encounterReport')) !== 'object'; i++) {
      if (i > 600) throw new Error('the report did not open');
      await pause(50);
    }
    for (const { id } of clashes) {
      await evaluate(`window.encounterReport.show(${JSON.stringify(id)})`);
      const { data } = await say('Page.captureScreenshot', { format: 'png' });
      pictures.set(id, Buffer.from(data as string, 'base64'));
      onProgress(pictures.size, clashes.length);
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return pictures;
}
