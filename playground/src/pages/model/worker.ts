/** Reads models and finds clashes, away from the page. */
import dracoUrl from 'draco3dgltf/draco_decoder_gltf.wasm?url';
import { ClashRun, type Finding, type Model } from 'encounter-models';
import ifcUrl from 'web-ifc/web-ifc.wasm?url';
import { soupOf } from './drag/soup.ts';
import { assemble, buffersOf } from './drawable.ts';
import type { PartClash, Reply, Request } from './protocol.ts';
import { readFiles } from './read-files.ts';
import { machineRoom } from './samples.ts';

/** Milliseconds: so long a slice of the run is, so that a request to end it is heard, and so often progress is told. */
const SLICE = 30;
const TELL = 100;

let models: readonly Model[] = [];
/** Counts messages: whatever comes ends a run that is under way. */
let current = 0;

const post = (reply: Reply, transfer: Transferable[] = []): void => self.postMessage(reply, { transfer });

/** One after the other; only ending a run does not wait. */
let queue: Promise<void> = Promise.resolve();

self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  const turn = ++current;
  if (data.kind === 'cancel') return;
  queue = queue.then(async () => {
    try {
      await answer(data, turn);
    } catch (error) {
      post({ kind: 'failed', id: data.id, message: error instanceof Error ? error.message : String(error) });
    }
  });
});

async function answer(request: Exclude<Request, { kind: 'cancel' }>, turn: number): Promise<void> {
  const { id } = request;
  switch (request.kind) {
    case 'sample':
    case 'show':
      if (request.kind === 'sample' || models.length === 0) models = [machineRoom()];
      show(id, []);
      break;
    case 'read': {
      const read = await readFiles(request.files, (file) => (file.includes('draco') ? dracoUrl : ifcUrl));
      if (read.models.length > 0) models = read.models;
      if (read.models.length > 0) show(id, read.failures);
      else post({ kind: 'assembly', id, assembly: null, failures: read.failures });
      break;
    }
    case 'soups': {
      const soups = models.flatMap((model) => {
        const soup = soupOf(model.parts);
        return soup === null ? [] : [{ name: model.name, soup }];
      });
      post({ kind: 'soups', id, soups });
      break;
    }
    case 'clash':
      await run(id, turn, request.clearance, request.self);
  }
}

function show(id: number, failures: readonly string[]): void {
  const assembly = assemble(models);
  post({ kind: 'assembly', id, assembly, failures }, buffersOf(assembly));
}

async function run(id: number, turn: number, clearance: number, within: boolean): Promise<void> {
  const started = performance.now();
  // Numbers for ids, so that it is known which part is meant where several files have the same ids.
  let number = 0;
  const numbered = models.map((model) => ({
    ...model,
    parts: model.parts.map((part) => ({ ...part, id: `${number++}` })),
  }));
  const clashes = new ClashRun(numbered, undefined, { clearance, self: within });
  const total = clashes.pairCount;
  const found: Finding[] = [];
  let done = 0;
  let step = 1;
  let told = started;
  while (done < total && turn === current) {
    const before = performance.now();
    const end = Math.min(total, done + step);
    found.push(...clashes.run(done, end));
    done = end;
    const now = performance.now();
    step = Math.max(1, Math.round(step * Math.min(4, Math.max(0.25, SLICE / Math.max(1, now - before)))));
    if (now - told > TELL) {
      post({ kind: 'progress', id, done, total, found: found.length });
      told = now;
    }
    await pause();
  }
  post({
    kind: 'clashes',
    id,
    clashes: found.map((finding): PartClash => ({ ...finding, a: partNumber(finding.a), b: partNumber(finding.b) })),
    pairs: done,
    ms: performance.now() - started,
    complete: done === total,
  });
}

function partNumber(id: string): number {
  return Number(id);
}

/** Lets messages in: timers would wait for milliseconds each. */
const channel = new MessageChannel();
function pause(): Promise<void> {
  return new Promise((resolve) => {
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });
}
