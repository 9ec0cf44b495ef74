/** The geometry of a shape that a file gives exactly. */

import { Box, Cone, Cylinder, Placed, Polytope, type Shape, Sphere, Vec3 } from 'encounter';
import type { ExactShape } from '../model.ts';
import { BOX_TRIANGLES, boxCorners, Geometry, type GeometryKind } from './geometry.ts';
import { applyLinear, determinant, turned } from './linear.ts';

/** The geometry of a shape under a linear map. Maps that only turn and scale keep the kind of shape. */
export function shapeGeometry(exact: ExactShape, linear: ArrayLike<number>): Geometry {
  const columns = [0, 3, 6].map((c) => [linear[c], linear[c + 1], linear[c + 2]]);
  const lengths = columns.map((c) => Math.hypot(c[0], c[1], c[2]));
  const middle = new Float64Array(3);
  const largest = Math.max(...lengths);
  let square = lengths.every((l) => l > 0);
  for (const [p, q] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ])
    if (
      Math.abs(columns[p][0] * columns[q][0] + columns[p][1] * columns[q][1] + columns[p][2] * columns[q][2]) >
      1e-12 * lengths[p] * lengths[q]
    )
      square = false;
  const same = (p: number, q: number) => Math.abs(lengths[p] - lengths[q]) <= 1e-12 * largest;
  const turn = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  const finish = (kind: GeometryKind, shape: Shape, scaled: ExactShape | undefined, half?: Float64Array): Geometry => {
    const bounds = boundsOf(shape);
    const extent = 2 * Math.max(...bounds);
    return new Geometry({
      kind,
      turn,
      middle,
      bounds,
      extent,
      rounding: extent * 2 ** -51,
      shape,
      ...(scaled === undefined ? {} : { exact: scaled }),
      ...(half === undefined ? {} : { half }),
    });
  };
  if (square) {
    for (let c = 0; c < 3; c++) for (let r = 0; r < 3; r++) turn[3 * c + r] = columns[c][r] / lengths[c];
    // Shapes are the same on both sides of x = 0, so a mirroring can be taken as one of x.
    if (determinant(turn) < 0) for (let r = 0; r < 3; r++) turn[r] = -turn[r];
    if (exact.kind === 'box') {
      const size = [0, 1, 2].map((a) => exact.size[a] * lengths[a]) as [number, number, number];
      return finish(
        'box',
        new Box(size),
        { kind: 'box', size },
        Float64Array.from(size, (s) => s / 2),
      );
    }
    if (exact.kind === 'sphere' && same(0, 1) && same(0, 2)) {
      const radius = exact.radius * lengths[0];
      return finish('curved', new Sphere(radius), { kind: 'sphere', radius });
    }
    if ((exact.kind === 'cylinder' || exact.kind === 'cone') && same(0, 2)) {
      const radius = exact.radius * lengths[0];
      const height = exact.height * lengths[1];
      const shape = exact.kind === 'cone' ? new Cone(radius, height) : new Cylinder(radius, height);
      return finish('curved', shape, { kind: exact.kind, radius, height });
    }
  }
  turn.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const m = [...columns[0], 0, ...columns[1], 0, ...columns[2], 0, 0, 0, 0, 1];
  if (exact.kind === 'box') {
    const corners = boxCorners(Float64Array.from(exact.size, (s) => s / 2));
    applyLinear(linear, corners);
    const mirrored = determinant(linear) < 0;
    const hull = new Polytope(corners);
    const bounds = boundsOf(hull);
    const extent = 2 * Math.max(...bounds);
    return new Geometry({
      kind: hull.dimension === 3 ? 'polytope' : 'surface',
      turn,
      middle,
      bounds,
      extent,
      rounding: extent * 2 ** -51,
      ...(hull.dimension === 3 ? { shape: hull } : {}),
      positions: corners,
      corners: mirrored ? turned(BOX_TRIANGLES) : BOX_TRIANGLES,
    });
  }
  return finish('curved', new Placed(shapeOf(exact), m), undefined);
}

function shapeOf(exact: Exclude<ExactShape, { kind: 'box' }>): Shape {
  if (exact.kind === 'sphere') return new Sphere(exact.radius);
  return exact.kind === 'cone' ? new Cone(exact.radius, exact.height) : new Cylinder(exact.radius, exact.height);
}

/** Half the sizes of a box around a shape with its middle in the origin. */
function boundsOf(shape: Shape): Float64Array {
  const tip = new Vec3();
  return Float64Array.of(
    Math.max(shape.support(new Vec3(1, 0, 0), tip).x, -shape.support(new Vec3(-1, 0, 0), tip).x),
    Math.max(shape.support(new Vec3(0, 1, 0), tip).y, -shape.support(new Vec3(0, -1, 0), tip).y),
    Math.max(shape.support(new Vec3(0, 0, 1), tip).z, -shape.support(new Vec3(0, 0, -1), tip).z),
  );
}
