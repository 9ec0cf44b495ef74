// What the book's experiments share: the built library, the machine's word, random placements, time.
import { cpus } from 'node:os';

const dist = new URL('../../packages/encounter/dist/', import.meta.url).href;

/** `ENCOUNTER_BOUNDS` and `ENCOUNTER_PRIMITIVES` take other modules with the same names. */
export const lib = await import(`${dist}index.js`);
export const core = await import(`${dist}core.js`);
export const bounds = await import(process.env.ENCOUNTER_BOUNDS ?? `${dist}bounds/index.js`);
export const primitives = await import(process.env.ENCOUNTER_PRIMITIVES ?? `${dist}primitives/index.js`);

export const SEED = Number(process.env.SEED ?? 1);

/** What the figures were taken on. */
export function machine() {
  const model = cpus()[0]?.model.trim() ?? 'an unknown processor';
  return `${model}, ${cpus().length} cores, Node ${process.version}`;
}

/** A rotation uniform over all, as a column-major matrix with a position in a cube of this size. */
export function placement(rng, size) {
  const [x, y, z, w] = rng.quaternion();
  const at = () => rng.range(0, size);
  // prettier-ignore
  return Float64Array.of(
    1 - 2 * (y * y + z * z),
    2 * (x * y + z * w),
    2 * (x * z - y * w),
    0,
    2 * (x * y - z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z + x * w),
    0,
    2 * (x * z + y * w),
    2 * (y * z - x * w),
    1 - 2 * (x * x + y * y),
    0,
    at(),
    at(),
    at(),
    1,
  );
}

/**
 * Milliseconds of processor time that some work takes: the least of some rounds, the first of which warm up. Not time on the wall, which on a busy machine is that of others.
 */
export function least(rounds, work) {
  let time = Infinity;
  for (let round = 0; round < rounds; round++) {
    const start = cpu();
    work();
    time = Math.min(time, cpu() - start);
  }
  return time;
}

/** Processor time of this process so far, in milliseconds. */
export function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}
