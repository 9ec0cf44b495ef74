/** Vector arguments of constructors, setters and queries: read from what a caller may give, or refused as in `check.ts`. */
import { finite, show } from '../check.ts';
import { Vec3, type Vec3Input } from './vec3.ts';

/**
 * Reads a vector argument into `out`. Arrays and objects each on a path of their own: where both meet in one variable, V8 boxes the
 * numbers.
 */
export function readVec3(name: string, value: Vec3Input, out: Vec3 = new Vec3()): Vec3 {
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const list = value as unknown as ArrayLike<number>;
    if (list.length !== 3) throw new TypeError(`${name} must have 3 components, got ${list.length}`);
    // Number.isFinite is false for anything that is not a finite number; the slow path says which and why.
    if (!(Number.isFinite(list[0]) && Number.isFinite(list[1]) && Number.isFinite(list[2])))
      refuse(name, list[0], list[1], list[2]);
    out.x = list[0];
    out.y = list[1];
    out.z = list[2];
  } else if (typeof value === 'object' && value !== null && 'x' in value) {
    const { x, y, z } = value;
    if (!(Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z))) refuse(name, x, y, z);
    out.x = x;
    out.y = y;
    out.z = z;
  } else throw new TypeError(`${name} must be {x, y, z} or [x, y, z], got ${show(value)}`);
  return out;
}

/** Throws the error of the first component that is not a finite number. */
function refuse(name: string, x: number, y: number, z: number): void {
  finite(`${name}.x`, x);
  finite(`${name}.y`, y);
  finite(`${name}.z`, z);
}

/** Points as Vec3Input[] or as one flat numeric array of x, y, z triples; at least `least` of them. */
export function readPoints(name: string, value: ArrayLike<number> | readonly Vec3Input[], least = 1): Float64Array {
  if (typeof value !== 'object' || value === null || typeof value.length !== 'number')
    throw new TypeError(`${name} must be a list of points, got ${show(value)}`);
  const flat = value.length > 0 && typeof value[0] === 'number';
  if (flat && value.length % 3 !== 0)
    throw new TypeError(`${name} must hold 3 numbers a point, got ${value.length} numbers`);
  const count = flat ? value.length / 3 : value.length;
  if (count < least)
    throw new RangeError(`${name} must have at least ${least} point${least > 1 ? 's' : ''}, got ${count}`);
  const out = new Float64Array(3 * count);
  const point = new Vec3();
  for (let i = 0; i < count; i++) {
    if (flat) {
      const list = value as ArrayLike<number>;
      for (let k = 0; k < 3; k++) out[3 * i + k] = finite(`${name}[${3 * i + k}]`, list[3 * i + k]);
    } else {
      readVec3(`${name}[${i}]`, (value as readonly Vec3Input[])[i], point);
      out[3 * i] = point.x;
      out[3 * i + 1] = point.y;
      out[3 * i + 2] = point.z;
    }
  }
  return out;
}
