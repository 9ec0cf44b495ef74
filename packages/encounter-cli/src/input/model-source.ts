/**
 * Where the bytes of a model are: a file, or an address of the web. Files that it names (the buffers of a glTF file, say) are read beside it,
 * and nowhere else. Hashes say what was read, so that another machine can be sure to have the same.
 */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { DEFAULT_LIMITS, type Model, readModel } from 'encounter-models';
import { CliError, oneLine } from '../cli-error.ts';

export interface ModelSource {
  /** What the report calls it. */
  readonly name: string;
  /** As it was given on the command line. */
  readonly given: string;
  /** An absolute path, or an address that begins with http. */
  readonly location: string;
  /** Of its bytes, in hexadecimal digits. */
  readonly sha256: string;
  /** Units that the model is taken in if it says none; an empty string for those of the others. */
  readonly units: string;
  /** The other files that were read, by the names that the model has for them. */
  readonly files: readonly { readonly uri: string; readonly sha256: string }[];
}

export interface LoadedModel {
  readonly model: Model;
  readonly source: ModelSource;
}

/** How long a server may take for one file, in milliseconds. */
const FETCH_TIMEOUT = 120_000;

export function isAddress(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** Reads models in the order given. Two with one file name go by their paths. `units` are those of models that say none. */
export async function loadModels(
  locations: readonly string[],
  units = '',
  onRead?: (done: number) => void,
): Promise<LoadedModel[]> {
  const names = locations.map((location) => basename(isAddress(location) ? new URL(location).pathname : location));
  const loaded: LoadedModel[] = [];
  for (const [i, location] of locations.entries()) {
    const name = names.filter((other) => other === names[i]).length > 1 ? location : names[i];
    loaded.push(await loadModel(location, name, units));
    onRead?.(loaded.length);
  }
  const twice = loaded.find(({ source }, i) => loaded.findIndex((other) => other.source.name === source.name) !== i);
  if (twice !== undefined)
    throw new CliError(`${twice.source.given} is given twice; --self finds clashes within a file.`);
  return loaded;
}

export async function loadModel(given: string, name: string, units = ''): Promise<LoadedModel> {
  const location = isAddress(given) ? given : resolve(given);
  const bytes = await readLocation(location, given);
  const files: { uri: string; sha256: string }[] = [];
  const model = await parse(bytes, name, units, async (uri) => {
    const found = await readBeside(location, uri);
    files.push({ uri, sha256: sha256(found) });
    return found;
  });
  return { model, source: { name, given, location, sha256: sha256(bytes), units, files } };
}

/** Reads what `source` describes, from one of several places, and makes sure that it is the same to the byte. */
export async function loadVerified(source: ModelSource, places: readonly string[]): Promise<Model> {
  const problems: string[] = [];
  for (const place of places) {
    try {
      const bytes = await readLocation(place, place);
      verify(place, bytes, source.sha256);
      return await parse(bytes, source.name, source.units, async (uri) => {
        const found = await readBeside(place, uri);
        verify(uri, found, source.files.find((file) => file.uri === uri)?.sha256);
        return found;
      });
    } catch (error) {
      problems.push(oneLine(error));
    }
  }
  throw new CliError(
    `The model ${source.name} was not found here: ${problems.join(' ') || 'there is no place to look at.'}`,
  );
}

async function parse(
  bytes: Uint8Array,
  name: string,
  units: string,
  resolver: (uri: string) => Promise<Uint8Array>,
): Promise<Model> {
  const model = await readModel(bytes, name, { resolve: resolver });
  if (model.units !== '' || units === '') return model;
  return { ...model, units, parts: model.parts.map((part) => ({ ...part, units })) };
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function verify(place: string, bytes: Uint8Array, expected: string | undefined): void {
  if (sha256(bytes) !== expected) throw new CliError(`${place} has other content than where the run was started.`);
}

async function readLocation(location: string, shown: string): Promise<Uint8Array> {
  try {
    return isAddress(location) ? await fetchBytes(location) : await readBytes(location);
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError(`${shown} could not be read (${reason(cause)}).`, { cause });
  }
}

function reason(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'permission denied';
  return oneLine((cause as Error).cause ?? cause);
}

async function readBytes(path: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  checkSize(path, size);
  return readFile(path);
}

function checkSize(shown: string, size: number): void {
  if (size > DEFAULT_LIMITS.bytes)
    throw new CliError(`${shown} has ${size} bytes, more than the limit of ${DEFAULT_LIMITS.bytes}.`);
}

async function fetchBytes(address: string): Promise<Uint8Array> {
  const response = await fetch(address, { signal: AbortSignal.timeout(FETCH_TIMEOUT) });
  if (!response.ok) throw new Error(`the server says ${response.status} ${response.statusText}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    checkSize(address, size);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A model comes from anywhere; what it names must be in its own folder or below. */
export async function readBeside(location: string, uri: string): Promise<Uint8Array> {
  if (isAddress(location)) {
    const folder = new URL('.', location);
    const target = new URL(uri, folder);
    if (target.origin !== folder.origin || !target.pathname.startsWith(folder.pathname)) throw outside(uri);
    return fetchBytes(target.href);
  }
  let path: string;
  try {
    path = decodeURIComponent(uri);
  } catch {
    path = uri;
  }
  // As Windows has it, too: a file that is refused on one machine is refused on all.
  if (isAbsolute(path) || /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('\\') || path.includes('\0'))
    throw outside(uri);
  const folder = dirname(location);
  const target = resolve(folder, path.replaceAll('\\', '/'));
  const way = relative(folder, target);
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) throw outside(uri);
  return readLocation(target, path);
}

function outside(uri: string): CliError {
  return new CliError(`${JSON.stringify(uri)} is outside the folder of the model`);
}
