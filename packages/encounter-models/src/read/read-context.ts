/** What a reader gets besides the bytes. */
import { checkLimit, completeLimits, type Limits } from '../limits.ts';
import type { Model } from '../model.ts';
import { ModelError } from '../model-error.ts';

export interface ReadOptions {
  /**
   * Gives the bytes of another file that this one names. Nothing else is ever read or fetched: without this, a file that needs another one is an
   * error that says which. The name is what stands in the file, percent signs decoded. That may be anything, `../secret` included: check it.
   */
  readonly resolve?: (uri: string) => Promise<Uint8Array>;
  readonly limits?: Partial<Limits>;
  /**
   * Where a browser finds the WebAssembly of decoders (`draco_decoder_gltf.wasm`, `web-ifc.wasm`): a folder that ends with a slash, or a function
   * from the name of such a file to its address. Node finds them by itself.
   */
  readonly wasm?: string | ((file: string) => string);
}

export interface ReadContext {
  /** All set. */
  readonly limits: Limits;
  /** The bytes of a file that this one names; a ModelError if there are none or too many. */
  resolve(uri: string): Promise<Uint8Array>;
  readonly wasm: ReadOptions['wasm'];
}

/** What each file in this folder exports for one format. */
export type Reader = (bytes: Uint8Array, name: string, context: ReadContext) => Promise<Model>;

/** `bytes` is the size of the file itself, from which the limit counts on. */
export function readContext(name: string, bytes: number, options: ReadOptions): ReadContext {
  const limits = completeLimits(options.limits);
  let total = bytes;
  checkLimit(name, 'bytes', total, limits, 'bytes');
  return {
    limits,
    wasm: options.wasm,
    async resolve(uri) {
      const shown = JSON.stringify(uri.length > 200 ? `${uri.slice(0, 200)}…` : uri);
      if (options.resolve === undefined)
        throw new ModelError(name, `it needs the file ${shown}, and there is no options.resolve to get it.`);
      let found: Uint8Array;
      try {
        found = await options.resolve(uri);
      } catch (cause) {
        throw new ModelError(name, `the file ${shown} that it needs could not be read (${sentence(cause)}).`, {
          cause,
        });
      }
      if (!(found instanceof Uint8Array))
        throw new ModelError(name, `options.resolve gave no Uint8Array for the file ${shown}.`);
      // A Buffer of Node becomes a plain array: its `slice` does not copy.
      found = new Uint8Array(found.buffer, found.byteOffset, found.byteLength);
      total += found.byteLength;
      checkLimit(name, 'bytes', total, limits, 'bytes');
      return found;
    },
  };
}

/** The first line of an error, without a full stop. */
export function sentence(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.split('\n')[0].slice(0, 200).replace(/\.$/, '');
}
