/**
 * VRML97 (`.wrl`, ISO 14772). One unit is a metre, as the standard says. See `vrml/scene.ts` for what becomes a part, and `vrml/parse.ts` for how the
 * text is read.
 */
import type { Model } from '../model.ts';
import { ModelBuilder } from './model-builder.ts';
import type { ReadContext } from './read-context.ts';
import { parseVrml } from './vrml/parse.ts';
import { SceneReader } from './vrml/scene.ts';

const HEADER = /^\uFEFF?#VRML V2\.0/;

export async function readVrml(bytes: Uint8Array, name: string, { limits }: ReadContext): Promise<Model> {
  const model = new ModelBuilder(name, 'vrml', 'm', limits);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) model.fail('it is packed by gzip: unpack it first.');
  const text = new TextDecoder().decode(bytes);
  if (/^\uFEFF?#VRML V1\.0/.test(text)) model.fail('it is VRML 1.0, and only VRML97 (#VRML V2.0 utf8) is read.');
  if (!HEADER.test(text)) model.fail('it does not begin with #VRML V2.0 utf8, so it is not VRML97.');
  const roots = parseVrml(text, {
    depth: limits.depth,
    fail: (sentence) => model.fail(sentence),
    warn: (sentence) => model.warn(sentence),
  });
  new SceneReader(name, limits, model).read(roots);
  return model.build();
}
