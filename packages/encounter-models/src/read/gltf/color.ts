/** The colour of a material: looks never make a file unreadable, so what is wrong with them counts as not there. */
import type { Color } from '../../model.ts';
import { type Fields, isObject } from './json.ts';

/** In sRGB. The format has linear numbers, and white where there are none. */
export function baseColor(material: Fields): Color | null {
  const model = material['pbrMetallicRoughness'];
  const factor = isObject(model) ? (model['baseColorFactor'] ?? WHITE) : WHITE;
  if (!Array.isArray(factor) || factor.length !== 4 || !factor.every(Number.isFinite)) return null;
  const [red, green, blue, opacity] = factor as number[];
  return [encoded(red), encoded(green), encoded(blue), material['alphaMode'] === 'BLEND' ? opacity : 1];
}

const WHITE = [1, 1, 1, 1];

/** The curve of sRGB (IEC 61966-2-1). */
function encoded(linear: number): number {
  // 1.055 x − 0.055, written so that 1 stays 1.
  return linear <= 0.0031308 ? 12.92 * linear : 1 + 1.055 * (linear ** (1 / 2.4) - 1);
}
