/**
 * web-ifc, loaded when the first IFC file comes. All reads of a process share one instance. What happens in it is synchronous, so reads do not get in
 * each other's way.
 *
 * An instance whose code gave up in the middle of something (a trap of WebAssembly, an exhausted stack) may be in any state: it is thrown away, and the
 * next read makes a new one.
 */
import type { IfcAPI } from 'web-ifc';
import { ModelError } from '../../model-error.ts';
import type { ReadOptions } from '../read-context.ts';

export type WebIfc = typeof import('web-ifc');

export interface Engine {
  readonly api: IfcAPI;
  readonly webIfc: WebIfc;
}

/** Memory of WebAssembly only grows. An instance that has taken more than this is thrown away after the read, so that it can be freed. */
const KEPT_BYTES = 2 ** 28;

let shared: Promise<Engine> | null = null;

/** Runs `read` with the engine. Whatever `read` throws is thrown on. It leaves no model open when it throws a ModelError. */
export async function withEngine<T>(wasm: ReadOptions['wasm'], read: (engine: Engine) => T): Promise<T> {
  shared ??= start(wasm);
  const started = shared;
  let engine: Engine;
  try {
    engine = await started;
  } catch (error) {
    if (shared === started) shared = null;
    throw error;
  }
  try {
    const result = read(engine);
    if (engine.api.wasmModule.HEAPU8.byteLength > KEPT_BYTES && shared === started) shared = null;
    return result;
  } catch (error) {
    // A ModelError is our own and leaves web-ifc as it was.
    if (!(error instanceof ModelError) && shared === started) shared = null;
    throw error;
  }
}

async function start(wasm: ReadOptions['wasm']): Promise<Engine> {
  const webIfc = await import('web-ifc');
  const api = new webIfc.IfcAPI();
  const locate = wasm === undefined || isNode() ? undefined : (file: string) => address(wasm, file);
  // One thread: more of them need pages with special headers, and workers that nobody ends.
  await api.Init(locate, true);
  // It would write its opinion of each file to the console.
  api.SetLogLevel(webIfc.LogLevel.LOG_LEVEL_OFF);
  return { api, webIfc };
}

function address(wasm: NonNullable<ReadOptions['wasm']>, file: string): string {
  return typeof wasm === 'string' ? wasm + file : wasm(file);
}

/** Node finds the file beside the module, in the folder of the package. */
function isNode(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  return process?.versions?.node !== undefined;
}
