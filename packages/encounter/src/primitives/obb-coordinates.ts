/**
 * Oriented boxes as they are read: center o[0…2], axes o[3…5], o[6…8], o[9…11], half sizes o[12…14]. In the frame of its axes, from its
 * center, a box is |x_i| ≤ half_i.
 *
 * Going there rounds, so no decision about an oriented box is exact as those about other kinds are. (The only exactly orthonormal axes
 * that doubles can hold are ± the coordinate axes: for others the box itself is a matter of rounding.) The rule of all tests here: a
 * gap counts as one only if it is larger than TOUCH times the lengths that enter, the differences of positions and the half sizes. That is
 * several times what rounding can do, so things that touch are found to touch, and boxes along the axes on a small lattice are
 * decided as exactly as a box that has no axes.
 */
import { TOUCH } from '../tolerances.ts';

/**
 * Takes the point p[at…at + 2] into the frame of an obb, q[to…to + 2]. q[to + 3] becomes what counts as touching for it.
 */
export function intoObb(o: Float64Array, p: Float64Array, at: number, q: Float64Array, to: number): void {
  const x = p[at] - o[0];
  const y = p[at + 1] - o[1];
  const z = p[at + 2] - o[2];
  q[to] = o[3] * x + o[4] * y + o[5] * z;
  q[to + 1] = o[6] * x + o[7] * y + o[8] * z;
  q[to + 2] = o[9] * x + o[10] * y + o[11] * z;
  q[to + 3] = TOUCH * (Math.abs(x) + Math.abs(y) + Math.abs(z) + (o[12] + o[13] + o[14]));
}

/** The direction p[at…at + 2] of the world, in the frame of an obb, q[to…to + 2]; q is not p. */
export function turnIntoObb(o: Float64Array, p: Float64Array, at: number, q: Float64Array, to: number): void {
  for (let i = 0, k = 3; i < 3; i++, k += 3) q[to + i] = o[k] * p[at] + o[k + 1] * p[at + 1] + o[k + 2] * p[at + 2];
}

/** The direction p[at…at + 2] of the frame of an obb, in the world, q[to…to + 2]; q may be p. */
export function turnOutOfObb(o: Float64Array, p: Float64Array, at: number, q: Float64Array, to: number): void {
  const x = p[at];
  const y = p[at + 1];
  const z = p[at + 2];
  q[to] = o[3] * x + o[6] * y + o[9] * z;
  q[to + 1] = o[4] * x + o[7] * y + o[10] * z;
  q[to + 2] = o[5] * x + o[8] * y + o[11] * z;
}

/** The point p[at…at + 2] of the frame of an obb, in the world, q[to…to + 2]; q may be p. */
export function outOfObb(o: Float64Array, p: Float64Array, at: number, q: Float64Array, to: number): void {
  turnOutOfObb(o, p, at, q, to);
  q[to] += o[0];
  q[to + 1] += o[1];
  q[to + 2] += o[2];
}

/** The obb in its own frame as a box, min and max. */
export function obbAsBox(o: Float64Array, box: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    box[i] = -o[12 + i];
    box[3 + i] = o[12 + i];
  }
}

/**
 * Takes the points from v[from] up to v[to] into the frame of an obb, in place, and writes the box as it is there to box[0…5], wider by
 * what counts as touching for any of them. As `intoObb`, which a call for each point would make a tenth slower.
 */
export function toObbFrame(o: Float64Array, v: Float64Array, from: number, to: number, box: Float64Array): void {
  let reach = 0;
  for (let i = from; i < to; i += 3) {
    const x = v[i] - o[0];
    const y = v[i + 1] - o[1];
    const z = v[i + 2] - o[2];
    v[i] = o[3] * x + o[4] * y + o[5] * z;
    v[i + 1] = o[6] * x + o[7] * y + o[8] * z;
    v[i + 2] = o[9] * x + o[10] * y + o[11] * z;
    reach = Math.max(reach, Math.abs(x) + Math.abs(y) + Math.abs(z));
  }
  const wider = TOUCH * (reach + o[12] + o[13] + o[14]);
  for (let k = 0; k < 3; k++) {
    box[3 + k] = o[12 + k] + wider;
    box[k] = -box[3 + k];
  }
}
