/** From where a clash is looked at: the same in the HTML report, in BCF viewpoints and in their snapshots. Plain arithmetic, no dependencies. */

export type Vec = readonly [number, number, number];

export interface Box {
  readonly min: Vec;
  readonly max: Vec;
}

export interface View {
  readonly eye: Vec;
  readonly target: Vec;
  /** Unit. */
  readonly direction: Vec;
  /** Unit, at right angles to the direction. */
  readonly up: Vec;
}

/** Of the whole picture from bottom to top, in degrees. BCF 2.1 asks for 45 to 60. */
export const FIELD_OF_VIEW = 50;

/** How much of the smaller part is in the picture, so that one can see what it is. */
const SMALLER_PART_SHARE = 0.9;

/** How much wider than the region of the clash the picture is. */
const REGION_FACTOR = 2;

/** A direction to look along must not be nearer to the normal of the clash than this (a cosine): one would look at one part only. */
const ALONG_NORMAL = 0.75;

/** `up`: the axis that points upwards, 'y' or 'z'. `a`, `b`: boxes around the two parts, where known. */
export function clashView(
  clash: { readonly pointA: Vec; readonly pointB: Vec; readonly normal: Vec; readonly region: Box },
  up: 'y' | 'z',
  a: Box | null,
  b: Box | null,
): View {
  const box = joined(clash.region, { min: least(clash.pointA, clash.pointB), max: most(clash.pointA, clash.pointB) });
  const sizes = [a, b].filter((part) => part !== null).map(halfDiagonal);
  const part = sizes.length > 0 ? Math.min(...sizes) : 0;
  const radius = Math.max(REGION_FACTOR * halfDiagonal(box), SMALLER_PART_SHARE * part);
  return lookAt(middle(box), radius, viewDirection(clash.normal, up), up);
}

/** All of a box. */
export function boxView(box: Box, up: 'y' | 'z'): View {
  return lookAt(middle(box), halfDiagonal(box), viewDirection([0, 0, 0], up), up);
}

function lookAt(target: Vec, radius: number, direction: Vec, up: 'y' | 'z'): View {
  // A point has no size; any distance will do.
  const distance = (radius > 0 ? radius : 1) / Math.sin((FIELD_OF_VIEW * Math.PI) / 360);
  const eye = target.map((x, i) => x - direction[i] * distance) as unknown as Vec;
  const axis: Vec = up === 'z' ? [0, 0, 1] : [0, 1, 0];
  const along = dot(axis, direction);
  return { eye, target, direction, up: unit(axis.map((x, i) => x - along * direction[i]) as unknown as Vec) };
}

/** From the front, the right and above; from the left where that would be along the normal. */
function viewDirection(normal: Vec, up: 'y' | 'z'): Vec {
  const toward = (right: number): Vec => unit(up === 'z' ? [right, 0.9, -0.6] : [right, -0.6, -0.9]);
  const fromRight = toward(-0.7);
  return Math.abs(dot(fromRight, normal)) > ALONG_NORMAL ? toward(0.7) : fromRight;
}

export function halfDiagonal({ min, max }: Box): number {
  return Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 2;
}

export function middle({ min, max }: Box): Vec {
  return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
}

export function joined(a: Box, b: Box): Box {
  return { min: least(a.min, b.min), max: most(a.max, b.max) };
}

function least(a: Vec, b: Vec): Vec {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.min(a[2], b[2])];
}

function most(a: Vec, b: Vec): Vec {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.max(a[2], b[2])];
}

function dot(a: Vec, b: Vec): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function unit(v: Vec): Vec {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}
