/** Colliders of all kinds for the tests of scenes, and ways to change them. */
import {
  Box,
  Capsule,
  Collider,
  Compound,
  Cone,
  Cylinder,
  Ellipsoid,
  Mesh,
  Polytope,
  type Shape,
  Sphere,
  VertexArray,
} from '../../src/index.ts';
import type { Rng } from '../support/rng.ts';
import type { Vec } from '../support/vectors.ts';

/** A mesh that is deformed, and the vertices to write into. */
export interface Deformable {
  readonly mesh: Mesh;
  readonly vertices: VertexArray;
  array: Float64Array;
}

/** A bent sheet of 2 × n triangles, of about one unit. */
export function sheet(rng: Rng, n = 3): Deformable {
  const array = new Float64Array(6 * (n + 1));
  const indices: number[] = [];
  for (let i = 0; i <= n; i++) {
    const x = (1.6 * i) / n - 0.8;
    array.set([x, rng.range(-0.2, 0.2), -0.5, x, rng.range(-0.2, 0.2), 0.5], 6 * i);
    if (i < n) indices.push(2 * i, 2 * i + 1, 2 * i + 3, 2 * i, 2 * i + 3, 2 * i + 2);
  }
  const vertices = new VertexArray(array);
  return { mesh: new Mesh({ positions: vertices, indices }), vertices, array };
}

/** An octahedron of triangles, closed. */
export function octahedron(size: number): Mesh {
  const s = size / 2;
  return new Mesh({
    positions: [s, 0, 0, -s, 0, 0, 0, s, 0, 0, -s, 0, 0, 0, s, 0, 0, -s],
    indices: [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5],
    solid: true,
  });
}

export interface Pool {
  readonly colliders: Collider[];
  readonly deformables: readonly Deformable[];
}

/** `count` colliders in a region of half width `half`; `data` is their number. */
export function pool(rng: Rng, count: number, half: number): Pool {
  const deformables = [sheet(rng), sheet(rng, 2), sheet(rng, 4)];
  const points = Array.from({ length: 14 }, () => rng.inBall(0.9));
  const shapes: Shape[] = [
    new Box([1, 1, 1]),
    new Box([0.5, 2, 1]),
    new Box([1, 1, 1]),
    new Sphere(0.5),
    new Sphere(0.8),
    new Capsule(0.3, 1),
    new Cylinder(0.5, 1),
    new Cone(0.6, 1.2),
    new Ellipsoid([0.4, 0.8, 0.6]),
    new Polytope(points),
    octahedron(1.4),
    ...deformables.map(({ mesh }) => mesh),
    new Compound([
      { shape: new Box([1, 0.3, 0.3]), position: [0.3, 0, 0] },
      { shape: new Sphere(0.4), position: [-0.4, 0.2, 0] },
    ]),
    new Compound([{ shape: deformables[0].mesh, position: [0, 0.3, 0] }, { shape: new Box([0.3, 0.3, 0.3]) }]),
  ];
  const colliders = Array.from({ length: count }, (_, k) => {
    const collider = new Collider(shapes[k % shapes.length], { data: k });
    if (rng.chance(0.5)) collider.setOrientation(rng.quaternion());
    return collider.setPosition(place(rng, half));
  });
  return { colliders, deformables };
}

/** A position: often on a grid, so that boxes touch exactly; at times far away. */
export function place(rng: Rng, half: number): Vec {
  const p = rng.inBox(half);
  if (rng.chance(0.02)) return [100 * p[0], 100 * p[1], 100 * p[2]];
  if (!rng.chance(0.3)) return p;
  return [Math.round(2 * p[0]) / 2, Math.round(2 * p[1]) / 2, Math.round(2 * p[2]) / 2];
}

/** Writes new heights into the vertices and tells the mesh, in one of the two ways there are. */
export function deform(rng: Rng, shape: Deformable): void {
  const replace = rng.chance(0.3);
  const array = replace ? shape.array.slice() : shape.array;
  for (let k = 1; k < array.length; k += 3) array[k] = rng.range(-0.6, 0.6);
  if (replace) {
    shape.array = array;
    shape.vertices.replace(array);
  } else shape.mesh.refit();
}

/** Moves, turns, scales a collider, or changes its margin. */
export function change(rng: Rng, collider: Collider, half: number): void {
  const what = rng.next();
  if (what < 0.45) collider.setPosition(place(rng, half));
  else if (what < 0.6) {
    const m = collider.getMatrix();
    collider.setPosition([m[12] + rng.range(-0.2, 0.2), m[13] + rng.range(-0.2, 0.2), m[14] + rng.range(-0.2, 0.2)]);
  } else if (what < 0.75) collider.setOrientation(rng.chance(0.3) ? [0, 0, 0, 1] : rng.quaternion());
  else if (what < 0.85)
    collider.setScale(rng.chance(0.5) ? rng.range(0.5, 1.5) : [rng.range(0.4, 1.5), rng.range(0.4, 1.5), -1]);
  else if (what < 0.9) {
    const [x, y, z] = place(rng, half);
    collider.setMatrix([1, 0.3, 0, 0, 0, 1, 0, 0, 0.2, 0, 0.8, 0, x, y, z, 1]);
  } else collider.margin = rng.chance(0.5) ? 0 : rng.range(0, 0.3);
}
