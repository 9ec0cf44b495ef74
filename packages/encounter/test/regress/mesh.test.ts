/** Bugs of meshes, one test each, with the cause. */
import { describe, expect, test } from 'vitest';
import {
  Box,
  Collider,
  Compound,
  castShape,
  closestPoints,
  commonPoint,
  contacts,
  containsPoint,
  Halfspace,
  intersects,
  Mesh,
  type PenetrationResult,
  penetration,
  rayCast,
  Sphere,
  signedDistance,
  VertexArray,
} from '../../src/index.ts';

const flat = new Mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] });
const upright = new Mesh({ positions: [0.2, 0.2, -1, 0.2, 0.2, 1, 0.3, 0.2, 1], indices: [0, 1, 2] });

describe('maxDistance of two meshes', () => {
  // The walk finds only what is nearer than its limit: with a limit of zero it found nothing, and meshes that intersect were
  // reported as beyond it.
  test('zero does not hide that they intersect', () => {
    for (const [a, b] of [
      [new Collider(flat), new Collider(upright)],
      [new Collider(flat), new Collider(flat)],
      [new Collider(new Compound([{ shape: flat }])), new Collider(upright)],
    ]) {
      expect(intersects(a, b)).toBe(true);
      expect(closestPoints(a, b, null, { maxDistance: 0 }).distance).toBe(0);
      expect(commonPoint(a, b, null, { maxDistance: 0 })).not.toBeNull();
    }
  });

  test('a distance that equals it is not beyond it', () => {
    const a = new Collider(flat);
    const b = new Collider(flat, { position: [0, 0, 0.5] });
    expect(closestPoints(a, b, null, { maxDistance: 0.5 }).distance).toBe(0.5);
    expect(signedDistance(a, b, null, { maxDistance: 0.5 }).distance).toBe(0.5);
    expect(closestPoints(a, b, null, { maxDistance: 0.499 }).distance).toBe(Infinity);
  });
});

describe('depth of solids', () => {
  // Only the normals of the faces were tried, one by one, and the direction of the hulls: neither leads out of a corner of a U.
  test('leads out of a corner between its walls', () => {
    const trough = new Collider(
      new Compound([
        { shape: new Box([6, 1, 1]), position: [0, -0.5, 0] },
        { shape: new Box([1, 6, 1]), position: [-2.5, 2, 0] },
        { shape: new Box([1, 6, 1]), position: [2.5, 2, 0] },
      ]),
    );
    const box = new Collider(new Box([1, 1, 1]), { position: [-1.6, 0.4, 0] });
    const { depth = Number.NaN, exact } = penetration(trough, box) ?? {};
    expect(exact).toBe(false);
    expect(depth).toBeCloseTo(0.1 * Math.SQRT2, 7);
  });
});

/** The corners of a box and its twelve triangles, as flat lists. */
function boxAt(x: number, y: number, z: number, size: number): { positions: number[]; indices: number[] } {
  const positions: number[] = [];
  for (let i = 0; i < 8; i++)
    positions.push(x + ((i & 1) - 0.5) * size, y + (((i >> 1) & 1) - 0.5) * size, z + ((i >> 2) - 0.5) * size);
  const indices = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
  ];
  return { positions, indices };
}

describe('parts of a mesh inside a solid', () => {
  const outer = boxAt(0, 0, 0, 4);
  const solid = new Collider(new Mesh({ ...outer, solid: true }));

  // Vertices at the same place were joined when parts were first looked for, and for good: a box that had shared a corner with
  // another was looked for where the other was, and not found inside the solid.
  test('are found after they have parted from others', () => {
    for (const solidToo of [false, true]) {
      const left = boxAt(10, 0, 0, 1);
      const right = boxAt(11, 1, 1, 1); // shares one corner's place with the left one
      const positions = Float64Array.from([...left.positions, ...right.positions]);
      const indices = [...left.indices, ...right.indices.map((i) => i + 8)];
      const mesh = new Mesh({ positions, indices, solid: solidToo });
      const pair = new Collider(mesh);
      expect(mesh.parts.length).toBe(1);
      expect(intersects(solid, pair)).toBe(false);
      for (const [from, to] of [
        [24, 48],
        [0, 24],
      ]) {
        const kept = positions.slice();
        for (let k = from; k < to; k += 3) {
          positions[k] -= from === 0 ? 10 : 11;
          positions[k + 1] -= from === 0 ? 0 : 1;
          positions[k + 2] -= from === 0 ? 0 : 1;
        }
        mesh.refit();
        expect(mesh.parts.length).toBe(2);
        expect(intersects(solid, pair)).toBe(true);
        expect(intersects(pair, solid)).toBe(true);
        expect(signedDistance(solid, pair).distance).toBeLessThanOrEqual(0);
        expect(closestPoints(pair, solid).distance).toBe(0);
        positions.set(kept);
        mesh.refit();
        expect(intersects(solid, pair)).toBe(false);
      }
    }
  });

  test('are looked for again only when places that join them have parted', () => {
    const { positions, indices } = boxAt(10, 0, 0, 1);
    // Every triangle with vertices of its own: all of them hang together by places.
    const own = Float64Array.from(indices.flatMap((i) => positions.slice(3 * i, 3 * i + 3)));
    const mesh = new Mesh({ positions: own, indices: indices.map((_, i) => i) });
    const { parts } = mesh;
    expect(parts.length).toBe(1);
    for (let k = 0; k < own.length; k++) own[k] *= 1.5;
    expect(mesh.refit().parts).toBe(parts);
    for (let k = 0; k < 9; k++) own[k] += 1;
    expect(mesh.refit().parts.length).toBe(2);
  });

  // The parts were looked for in the caller's array of indices.
  test('are found when the indices have been transferred since', () => {
    const inner = boxAt(0, 0, 0, 1);
    const indices = Uint32Array.from(inner.indices);
    const held = new Collider(new Mesh({ positions: inner.positions, indices }));
    structuredClone(indices.buffer, { transfer: [indices.buffer] });
    expect(indices.length).toBe(0);
    expect(intersects(solid, held)).toBe(true);
    expect(held.shape.toString()).toContain(`indices: [${inner.indices.join(', ')}]`);
  });
});

describe('a serialised tree with a damaged origin', () => {
  const { positions, indices } = boxAt(3, 4, 5, 2);
  const tree = new Mesh({ positions, indices }).serializeTree();
  const damaged = (x: number): ArrayBuffer => {
    const buffer = tree.slice(0);
    new Float64Array(buffer, 16, 3)[1] = x;
    return buffer;
  };

  // The boxes are computed anew, but seen from the origin in the buffer: NaN made them boxes that meet nothing.
  test('is refused if it is no number', () => {
    for (const x of [Number.NaN, Infinity, -Infinity])
      expect(() => new Mesh({ positions, indices, tree: damaged(x) })).toThrow('buffer is damaged: the origin');
  });

  test('does no harm otherwise', () => {
    for (const x of [0, -7, 1e30, -1e300]) {
      const mesh = new Mesh({ positions, indices, tree: damaged(x) });
      mesh.validate();
      expect(mesh.triangles.tree.origin[1]).toBe(4);
      const ball = new Collider(new Sphere(0.5), { position: [3, 4, 7] });
      expect(closestPoints(new Collider(mesh), ball).distance).toBeCloseTo(0.5, 12);
    }
  });
});

describe('limits of a mesh', () => {
  // Boxes are floats: beyond 3.4e38 they were infinite, and everything apart or everywhere.
  test('coordinates beyond 1e38 are refused', () => {
    const positions = [0, 0, 0, 1, 0, 0, 0, 1e39, 0];
    const message = 'positions[7] (y of vertex 2) must not be beyond ±1e+38, the limit of meshes, got 1e+39';
    expect(() => new Mesh({ positions, indices: [0, 1, 2] })).toThrow(new RangeError(message));
    positions[7] = 1e308;
    expect(() => new Mesh({ positions, indices: [0, 1, 2] })).toThrow('got 1e+308');
    positions[7] = 1;
    const mesh = new Mesh({ positions, indices: [0, 1, 2] });
    positions[7] = -1e39;
    expect(() => mesh.refit()).toThrow('positions[7] (y of vertex 2) must not be beyond ±1e+38');
    positions[7] = 1e38;
    mesh.refit().validate();
    // What no triangle uses may be anywhere.
    new Mesh({ positions: [...positions, 1e300, 0, 0], indices: [0, 1, 2] }).validate();
  });

  test('meshes smaller than 1e-38 are refused, points are not', () => {
    const positions = [0, 0, 0, 1e-39, 0, 0, 0, 1e-39, 0];
    const message = /^a mesh must be a point or at least 1e-38 large, got 1\.0\d*e-39$/;
    expect(() => new Mesh({ positions, indices: [0, 1, 2] })).toThrow(message);
    const point = new Mesh({ positions: [5, 5, 5, 5, 5, 5], indices: [0, 1, 1] });
    expect(containsPoint(new Collider(point), [5, 5, 5])).toBe(true);
    positions[3] = 1;
    const mesh = new Mesh({ positions, indices: [0, 1, 2] });
    positions[3] = 0;
    expect(() => mesh.refit()).toThrow(message);
    positions.fill(0);
    mesh.refit().validate();
  });

  test('between them results scale with the mesh, to the last digit', () => {
    const { positions, indices } = boxAt(0, 0, 0, 1);
    const results = (scale: number): unknown[] => {
      const mesh = new Mesh({ positions: positions.map((x) => x * scale), indices });
      const a = new Collider(mesh);
      const all: unknown[] = [];
      for (const x of [0.4, 1.3, 2]) {
        const position = [x * scale, 0.3 * scale, -0.2 * scale] as const;
        const b = new Collider(mesh, { position, orientation: [0.1, 0.2, 0.3, 0.9273618495495703] });
        const hit = rayCast(b, [0, 0, 0], [3 * scale, scale, 0]);
        const cast = castShape(a, [0, 0, 0], b, [-3 * scale, 0, 0]);
        all.push(intersects(a, b), closestPoints(a, b).distance / scale, contacts(a, b).length, hit?.t, cast?.t);
      }
      return all;
    };
    for (const scale of [2 ** 125, 2 ** 60, 2 ** -60, 2 ** -125]) expect(results(scale)).toEqual(results(1));
  });

  test('a scale that takes a mesh beyond them is an error, not a wrong answer', () => {
    const { positions, indices } = boxAt(0, 0, 0, 1e30);
    const mesh = new Mesh({ positions, indices });
    const a = new Collider(mesh);
    const b = new Collider(new Sphere(1));
    expect(intersects(a, b)).toBe(false);
    expect(intersects(a.setScale(2), b)).toBe(false);
    expect(() => a.setScale(1e10)).toThrow('placed size must be 0 or 1e-38 to 1e+38, got 5e+39');
    expect(() => a.setScale(1e-70)).toThrow('placed size must be 0 or 1e-38 to 1e+38, got 5e-41');
    expect(intersects(a, b)).toBe(false);
    // A refit does not know of the scales of colliders: then the query finds out.
    for (let i = 0; i < positions.length; i++) positions[i] *= 1e8;
    mesh.refit();
    for (let k = 0; k < 2; k++)
      expect(() => intersects(a, b)).toThrow('the scale of a collider takes a vertex of its mesh beyond ±1e+38');
    expect(intersects(a.setScale(0.3), b)).toBe(false);
  });
});

// Every other query takes over what a refit changed before it looks. contacts() left the body with the extent of before, which accuracies
// are relative to.
test('contacts() takes over the extent of a mesh that was refitted', () => {
  const { positions, indices } = boxAt(0, 0, 0, 1);
  const mesh = new Mesh({ positions, indices });
  const a = new Collider(mesh);
  const b = new Collider(new Compound([{ shape: mesh }]));
  expect([a.extent, b.extent]).toEqual([1, 1]);
  for (let i = 0; i < positions.length; i++) positions[i] *= 8;
  mesh.refit();
  contacts(a, b);
  expect([a.extent, b.extent]).toEqual([8, 8]);
});

describe('vertices that are gone', () => {
  const detach = (array: Float64Array<ArrayBuffer>): void =>
    void structuredClone(array.buffer, { transfer: [array.buffer] });
  const ball = new Collider(new Sphere(1));
  const queries: [string, (c: Collider) => unknown][] = [
    ['intersects a ball', (c) => intersects(c, ball)],
    ['intersects a mesh', (c) => intersects(new Collider(upright), c)],
    ['intersects a compound', (c) => intersects(new Collider(new Compound([{ shape: upright }])), c)],
    ['intersects a halfspace', (c) => intersects(c, new Collider(new Halfspace([0, 1, 0], 0)))],
    ['closestPoints', (c) => closestPoints(ball, c)],
    ['contacts', (c) => contacts(ball, c)],
    ['rayCast', (c) => rayCast(c, [0.2, 0.2, 5], [0.2, 0.2, -5])],
    ['castShape', (c) => castShape(c, [0, 0, 0], ball, [0, 0, 5])],
    ['containsPoint', (c) => containsPoint(c, [0, 0, 0])],
    ['refit', (c) => (c.shape as Mesh).refit()],
    ['a new box', (c) => new Collider(c.shape).setOrientation([0, 0, 1, 0]).bounds()],
  ];

  // Coordinates beyond the end of an array are undefined, so every comparison with them is false, and everything was apart.
  test.each(queries)('%s: a transferred buffer is an error', (_, query) => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
    const c = new Collider(new Mesh({ positions, indices: [0, 1, 2] }));
    query(c);
    detach(positions);
    expect(() => query(c)).toThrow(
      new RangeError(
        'the buffer of positions was detached (transferred?) or made too short: refit() and queries need its 3 vertices',
      ),
    );
  });

  test.each(queries)('%s: an array that has become shorter is an error', (_, query) => {
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0];
    const mesh = new Mesh({ positions: new VertexArray(positions, { count: 3 }), indices: [0, 1, 2] });
    const c = new Collider(mesh);
    query(c);
    positions.length = 8;
    expect(() => query(c)).toThrow(
      'array was made too short for its 3 vertices: it must hold at least 9 numbers, got 8',
    );
    positions.push(0);
    query(c);
  });

  test('another array, by replace, makes it good again; a mesh of vertices that are gone cannot be made', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
    const vertices = new VertexArray(positions);
    const c = new Collider(new Mesh({ positions: vertices, indices: [0, 1, 2] }));
    const kept = positions.slice();
    detach(positions);
    expect(() => new Mesh({ positions: vertices, indices: [0, 1, 2] })).toThrow('the buffer of array was detached');
    vertices.replace(kept);
    expect(intersects(c, ball)).toBe(true);
  });
});

describe('many identical triangles', () => {
  // Boxes cannot tell copies apart, so every pair of copies was measured: time in proportion to the product of their numbers.
  // The counts are in tree.test.ts; here, that what is reported is right.
  test('distance, boolean and cast are those of one pair', () => {
    const triangle = [0, 0, 0, 1, 0.2, 0.3, 0.1, 1, 0.7];
    const placed = { position: [0, 0, 1.01], orientation: [0.1, 0.2, 0.3, 0.9273618495495703] } as const;
    const [one, many] = [1, 2000].map((count) => {
      const mesh = new Mesh({ positions: triangle, indices: Array.from({ length: 3 * count }, (_, i) => i % 3) });
      return [new Collider(mesh), new Collider(mesh, placed)] as const;
    });
    expect(closestPoints(...many).distance).toBe(closestPoints(...one).distance);
    expect(intersects(...many)).toBe(false);
    const cast = (a: Collider, b: Collider) => castShape(a, [0, 0, 0], b, [0, 0, -2])?.t;
    expect(cast(...many)).toBe(cast(...one));
  });
});

describe('rays in the plane of a mesh', () => {
  // Seen along such a ray a triangle has no area, and its three determinants are rounding. When that happened to have one sign, the
  // triangle counted as hit, at a point that may be anywhere: here at y = 3.45, above the mesh.
  test('meet it at a point that is on it, or not at all', () => {
    const positions = [-4, 2, -4, 0, 2, 0, 0, 1, 1, -1, 1, 0, -1, -2, 3, -3, -2, 1, -3, 1, -2, -4, 1, -3];
    const mesh = new Collider(new Mesh({ positions, faces: [[0, 1, 2, 3, 4, 5, 6, 7]] }));
    const [x, y, z] = [-2, 4, -4];
    for (const [a, b, c] of [
      [14.307484966544227, -15.56898195985307, 31.8764669263973],
      [23, -26, 51],
      [28, -32, 62],
      [2.5, -2, 6],
    ]) {
      const hit = rayCast(mesh, [x, y, z], [a, b, c]);
      if (hit === null) continue;
      const there = new Collider(new Sphere(0), { position: hit.point });
      expect(closestPoints(mesh, there).distance).toBeLessThan(1e-12);
    }
  });
});

describe('the depth of a point in a solid mesh', () => {
  // The difference of the points was divided by a distance that came from the frame of the mesh: far from the origin, close to the surface
  // the normal was longer than 1 by the rounding of the points.
  test('has a normal of length 1 far from the origin', () => {
    // An L, because a convex mesh is solved as a hull.
    const flatL = [0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2];
    const corners = [0, 1].flatMap((z) => [0, 1, 2, 3, 4, 5].flatMap((i) => [flatL[2 * i], flatL[2 * i + 1], z]));
    const sides = [0, 1, 2, 3, 4, 5].map((i) => [i, (i + 1) % 6, ((i + 1) % 6) + 6, i + 6]);
    const faces = [[5, 4, 3, 2, 1, 0], [6, 7, 8, 9, 10, 11], ...sides];
    const shape = new Mesh({ positions: corners, faces, solid: true });
    const orientation = [0.1, 0.2, 0.3, 0.9] as const;
    const block = new Collider(shape, { position: [1e5, -2e5, 3e5], orientation });
    const m = block.getMatrix();
    for (let i = 1; i < 20; i++) {
      const [x, y, z] = [0.5, 0.3 + 0.01 * i, 1e-4 * i];
      const at = [0, 1, 2].map((r) => m[12 + r] + m[r] * x + m[4 + r] * y + m[8 + r] * z) as [number, number, number];
      const { normal: n } = penetration(block, new Collider(new Sphere(0), { position: at })) as PenetrationResult;
      expect(Math.abs(Math.hypot(n.x, n.y, n.z) - 1)).toBeLessThan(1e-15);
    }
  });
});
