/** `encounter clash`: reads models, finds clashes, writes reports. */
import { type ArgsDef, defineCommand } from 'citty';
import {
  type ClashKind,
  type ClashOptions,
  type ClashReport,
  ClashRun,
  type Finding,
  type Model,
} from 'encounter-models';
import { checkOptions, countOption, lengthOption, unitsOption } from '../arguments.ts';
import { CliError, oneLine } from '../cli-error.ts';
import { readPrevious, readRules } from '../input/json-file.ts';
import { type LoadedModel, loadModels } from '../input/model-source.ts';
import { grouped, Progress } from '../progress.ts';
import { type BcfVersion, bcfReport } from '../report/bcf.ts';
import { csvReport } from '../report/csv.ts';
import { findBrowser } from '../report/find-browser.ts';
import { htmlReport } from '../report/html.ts';
import { jsonReport } from '../report/json.ts';
import { commonUnits, inUnits } from '../report/report-units.ts';
import { SNAPSHOT_LIMIT, takeSnapshots } from '../report/snapshots.ts';
import { summary } from '../report/summary.ts';
import { isOpen, KINDS } from '../report/words.ts';
import { runHere } from '../run/run-here.ts';
import type { RunSpec } from '../run/spec.ts';
import { print, writeOutput } from '../write-output.ts';

/** Of `clash` and of `distance`. */
export const UNITS = {
  type: 'string',
  valueHint: 'mm',
  description: 'Units of files that do not say theirs, as OBJ, STL and PLY never do',
} as const;

const args = {
  clearance: {
    type: 'string',
    valueHint: 'd',
    description: 'Also find parts that are nearer than d, in units of the models',
  },
  tolerance: { type: 'string', valueHint: 't', description: 'Overlaps and gaps of up to t count as touching' },
  units: UNITS,
  kinds: {
    type: 'string',
    valueHint: 'list',
    description: `Only these kinds, with commas between: ${KINDS.join(', ')}`,
  },
  depth: {
    type: 'string',
    valueHint: 'bound|search',
    description: 'Depth of parts that are not convex: one that suffices (default), or a search for the least',
  },
  open: {
    type: 'string',
    valueHint: 'surface|winding',
    description: 'Meshes with gaps: their surfaces only (default), or the inside that their winding numbers give them',
  },
  self: { type: 'boolean', description: 'Also find clashes within each file, when several are given' },
  rules: { type: 'string', valueHint: 'file', description: 'JSON file that says which parts to test against which' },
  previous: {
    type: 'string',
    valueHint: 'file',
    description: 'JSON report of an earlier run, whose status is taken over',
  },
  json: {
    type: 'string',
    valueHint: 'file',
    description: 'Write the report as JSON; - is standard output, here and below',
  },
  csv: { type: 'string', valueHint: 'file', description: 'Write a table for spreadsheets' },
  bcf: { type: 'string', valueHint: 'file', description: 'Write topics for BIM programs' },
  'bcf-version': { type: 'string', valueHint: '2.1|3.0', description: 'Version of BCF (default 2.1)' },
  'bcf-date': {
    type: 'string',
    valueHint: 'date',
    description: 'When the topics were made, such as 2026-11-18T09:00:00Z',
  },
  snapshots: {
    type: 'boolean',
    default: true,
    description: 'Pictures in BCF, if a Chromium is found',
    negativeDescription: 'No pictures in BCF',
  },
  html: { type: 'string', valueHint: 'file', description: 'Write a page with table and 3D view that opens offline' },
  fail: {
    type: 'boolean',
    description: 'Exit with code 1 if there are clashes that are neither approved nor resolved',
  },
  workers: {
    type: 'string',
    valueHint: 'n',
    description: 'Threads (default: up to as many as there are cores, as far as they pay)',
  },
  queue: {
    type: 'string',
    valueHint: 'redis://…',
    description: 'Let `encounter worker` processes do the work, over Redis',
  },
  batch: { type: 'string', valueHint: 'n', description: 'Pairs per job on the queue (default: by their number)' },
  quiet: { type: 'boolean', description: 'Print nothing but errors' },
} as const satisfies ArgsDef;

export const EXAMPLES = `encounter clash pipes.glb walls.ifc --html clashes.html
encounter clash building.ifc --clearance 0.05 --json report.json --fail
encounter clash a.glb b.glb --previous report.json --json report.json
encounter clash big.ifc --queue redis://localhost:6379 --bcf clashes.bcfzip`;

export const clash = defineCommand({
  meta: { name: 'clash', description: 'Find clashes between files, or within one' },
  args: {
    files: {
      type: 'positional',
      required: false,
      description: 'GLB, glTF, OBJ, STL, PLY, VRML or IFC files, or addresses (http)',
    },
    ...args,
  },
  async run({ args: given }): Promise<number> {
    checkOptions(given, { files: { type: 'positional' }, ...args });
    const settings = readSettings(given);
    const loaded = await readModels(given._, settings.units, settings.quiet);
    sayUnits(loaded, settings.quiet);
    const report = await findClashes(loaded, settings);
    const models = inUnits(
      loaded.map(({ model }) => model),
      report.units,
    );
    await writeReports(report, models, settings);
    return settings.fail && report.clashes.some(isOpen) ? 1 : 0;
  },
});

type Given = Record<string, string | boolean | undefined>;

interface Settings {
  readonly options: ClashOptions;
  readonly rules: RunSpec['rules'];
  readonly units: string | undefined;
  readonly outputs: Readonly<Partial<Record<'json' | 'csv' | 'bcf' | 'html', string>>>;
  readonly bcfVersion: BcfVersion;
  readonly bcfDate: string | undefined;
  readonly snapshots: boolean;
  readonly fail: boolean;
  /** Undefined: as many threads as pay. */
  readonly workers: number | undefined;
  readonly queue: string | undefined;
  readonly batch: number | undefined;
  readonly quiet: boolean;
}

function readSettings(values: unknown): Settings {
  const given = values as Given;
  const text = (name: string): string | undefined => given[name] as string | undefined;
  const clearance = lengthOption('clearance', text('clearance'));
  const tolerance = lengthOption('tolerance', text('tolerance'));
  const kinds = text('kinds')
    ?.split(',')
    .map((kind) => kind.trim());
  for (const kind of kinds ?? [])
    if (!KINDS.includes(kind as ClashKind))
      throw new CliError(`--kinds: there is no kind ${JSON.stringify(kind)}; there are ${KINDS.join(', ')}.`);
  const depth = text('depth');
  if (depth !== undefined && depth !== 'bound' && depth !== 'search')
    throw new CliError(`--depth must be bound or search, and is ${JSON.stringify(depth)}.`);
  const open = text('open');
  if (open !== undefined && open !== 'surface' && open !== 'winding')
    throw new CliError(`--open must be surface or winding, and is ${JSON.stringify(open)}.`);
  const version = text('bcf-version') ?? '2.1';
  if (version !== '2.1' && version !== '3.0')
    throw new CliError(`--bcf-version must be 2.1 or 3.0, and is ${JSON.stringify(version)}.`);
  const outputs: Partial<Record<'json' | 'csv' | 'bcf' | 'html', string>> = {};
  for (const name of ['json', 'csv', 'bcf', 'html'] as const) {
    const file = text(name);
    if (file !== undefined) outputs[name] = file;
  }
  if (Object.values(outputs).filter((file) => file === '-').length > 1)
    throw new CliError('Only one report can go to standard output.');
  const previous = text('previous');
  const rules = text('rules');
  return {
    options: {
      ...(clearance !== undefined && { clearance }),
      ...(tolerance !== undefined && { tolerance }),
      ...(kinds !== undefined && { kinds: kinds as ClashKind[] }),
      ...(depth !== undefined && { depth }),
      ...(open !== undefined && { open }),
      ...(given['self'] === true && { self: true }),
      ...(previous !== undefined && { previous: readPrevious(previous) }),
    },
    rules: rules === undefined ? undefined : readRules(rules),
    units: unitsOption('units', text('units')),
    outputs,
    bcfVersion: version,
    bcfDate: dateOption(text('bcf-date')),
    snapshots: given['snapshots'] !== false,
    fail: given['fail'] === true,
    workers: countOption('workers', text('workers')),
    queue: text('queue'),
    batch: countOption('batch', text('batch')),
    quiet: given['quiet'] === true,
  };
}

function dateOption(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime()))
    throw new CliError(`--bcf-date must be a date such as 2026-11-18T09:00:00Z, and is ${JSON.stringify(text)}.`);
  return date.toISOString();
}

export async function readModels(
  files: readonly string[],
  units: string | undefined,
  quiet: boolean,
): Promise<LoadedModel[]> {
  if (files.length === 0) throw new CliError('Name at least one file; --help says more.');
  const bar = new Progress('Reading', quiet);
  try {
    bar.update(0, files.length);
    const loaded = await loadModels(files, units, (done) => bar.update(done, files.length));
    bar.end();
    if (!quiet)
      for (const { model } of loaded)
        for (const warning of model.warnings) process.stderr.write(`${model.name}: ${warning}\n`);
    return loaded;
  } finally {
    bar.end();
  }
}

/** A model in millimetres that does not say so is a thousand times too large beside one in metres: who reads the answer should know. */
export function sayUnits(loaded: readonly LoadedModel[], quiet: boolean): void {
  const common = commonUnits(loaded.map(({ model }) => model));
  if (quiet || common === '') return;
  for (const { model } of loaded)
    if (model.units === '')
      process.stderr.write(`${model.name}: does not say its units; taken to be ${common} (--units gives others)\n`);
}

async function findClashes(loaded: readonly LoadedModel[], settings: Settings): Promise<ClashReport> {
  const { rules, options, quiet, queue } = settings;
  const spec: RunSpec = { models: loaded.map(({ model }) => model), rules, options };
  const start = performance.now();
  const run = makeRun(spec);
  const setup = performance.now() - start;
  const bar = new Progress('Testing', quiet);
  try {
    const findings =
      queue === undefined
        ? await runHere(run, spec, setup, settings.workers, (done, total) => bar.update(done, total))
        : await onQueue(queue, run, spec, loaded, settings, bar);
    return run.report(findings);
  } finally {
    bar.end();
  }
}

/** What is wrong with rules and options is the caller's to know. */
function makeRun({ models, rules, options }: RunSpec): ClashRun {
  try {
    return new ClashRun(models, rules, options);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw new CliError(oneLine(error), { cause: error });
    throw error;
  }
}

async function onQueue(
  url: string,
  run: ClashRun,
  spec: RunSpec,
  loaded: readonly LoadedModel[],
  settings: Settings,
  bar: Progress,
): Promise<Finding[]> {
  const { runOnQueue } = await import('../queue/submit.ts');
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    return await runOnQueue(
      url,
      run,
      spec,
      loaded.map(({ source }) => source),
      {
        ...(settings.batch !== undefined && { batch: settings.batch }),
        signal: stop.signal,
        onProgress(done, total, workers) {
          bar.note(`${workers} ${workers === 1 ? 'worker' : 'workers'}`);
          bar.update(done, total);
        },
        onWaiting() {
          if (!settings.quiet)
            process.stderr.write('No worker has sent anything yet. Start some: encounter worker --queue redis://…\n');
        },
      },
    );
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

async function writeReports(report: ClashReport, models: readonly Model[], settings: Settings): Promise<void> {
  const { json, csv, bcf, html } = settings.outputs;
  if (json !== undefined) await writeOutput(json, jsonReport(report));
  if (csv !== undefined) await writeOutput(csv, csvReport(report));
  if (html !== undefined) await writeOutput(html, htmlReport(report, models));
  if (bcf !== undefined) {
    const snapshots = settings.snapshots ? await pictures(report, models, settings.quiet) : undefined;
    const { bcfVersion: version, bcfDate: date } = settings;
    await writeOutput(
      bcf,
      bcfReport(report, models, { version, ...(snapshots && { snapshots }), ...(date && { date }) }),
    );
  }
  if (!settings.quiet && ![json, csv, bcf, html].includes('-')) await print(summary(report));
}

/** BCF is valid without pictures: if the browser fails, so be it. */
async function pictures(
  report: ClashReport,
  models: readonly Model[],
  quiet: boolean,
): Promise<Map<string, Uint8Array> | undefined> {
  const program = findBrowser();
  if (program === undefined) return undefined;
  const bar = new Progress('Pictures', quiet);
  try {
    const taken = await takeSnapshots(program, report, models, (done, total) => bar.update(done, total));
    bar.end();
    if (!quiet && report.clashes.length > SNAPSHOT_LIMIT)
      process.stderr.write(`Only the first ${grouped(SNAPSHOT_LIMIT)} clashes have pictures.\n`);
    return taken;
  } catch (error) {
    bar.end();
    if (!quiet) process.stderr.write(`BCF has no pictures: ${oneLine(error)}.\n`);
    return undefined;
  }
}
