/** A thread of the pool: tests ranges of pairs, and reads models for those who must not stop to do so. */
import { parentPort } from 'node:worker_threads';
import { ClashRun } from 'encounter-models';
import { oneLine } from '../cli-error.ts';
import { loadVerified } from '../input/model-source.ts';
import type { FromThread, ToThread } from './messages.ts';
import { shareModels } from './share.ts';
import type { RunSpec } from './spec.ts';

const port = parentPort!;

/** Opened with the first range: an error in there is then the answer to it. */
const runs = new Map<string, { readonly spec: RunSpec; run: ClashRun | null }>();

function runOf(key: string): ClashRun {
  const found = runs.get(key);
  if (found === undefined) throw new Error(`run ${key} is not open`);
  found.run ??= new ClashRun(found.spec.models, found.spec.rules, found.spec.options);
  return found.run;
}

async function answer(message: ToThread): Promise<FromThread | null> {
  switch (message.kind) {
    case 'open':
      runs.set(message.run, { spec: message.spec, run: null });
      return null;
    case 'close':
      runs.delete(message.run);
      return null;
    case 'count':
      return { kind: 'count', pairs: runOf(message.run).pairCount };
    case 'work':
      return { kind: 'findings', findings: runOf(message.run).run(message.from, message.to) };
    case 'load':
      return { kind: 'model', model: shareModels([await loadVerified(message.source, message.places)])[0] };
  }
}

port.on('message', async (message: ToThread) => {
  try {
    const answered = await answer(message);
    if (answered !== null) port.postMessage(answered);
  } catch (error) {
    const name = error instanceof Error ? error.name : 'Error';
    port.postMessage({ kind: 'problem', message: oneLine(error), name } satisfies FromThread);
  }
});
