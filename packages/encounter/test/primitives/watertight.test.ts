/** No ray that starts inside a closed mesh slips out between its triangles or polygons, tested one by one. */
import { describe, expect, it } from 'vitest';
import { Collider, Mesh, rayCast } from '../../src/index.ts';
import { Hit, rayCastPolygon, rayCastTriangle } from '../../src/primitives/index.ts';
import { aimedRay, CLOSED_MESHES } from '../support/closed-meshes.ts';
import { Rng, runs } from '../support/rng.ts';

const SEED = 20264;

describe(`watertight (seed ${SEED})`, () => {
  for (const mesh of CLOSED_MESHES) {
    it(`rayCastTriangle: ${mesh.name}`, () => {
      const at = (i: number) => {
        const [x, y, z] = mesh.vertices[i];
        return { x, y, z };
      };
      const triangles = mesh.triangles.map(([a, b, c]) => ({ a: at(a), b: at(b), c: at(c) }));
      const whole = new Collider(new Mesh({ positions: mesh.vertices.flat(), indices: mesh.triangles.flat() }));
      const rng = new Rng(SEED);
      const hit = new Hit();
      let several = 0;
      for (let i = 0; i < runs(5000); i++) {
        const { from, direction } = aimedRay(rng, mesh);
        const ray = { from: { x: from[0], y: from[1], z: from[2] }, direction };
        let first = Infinity;
        let count = 0;
        for (const triangle of triangles) {
          if (rayCastTriangle(ray, triangle, hit) === null) continue;
          first = Math.min(first, hit.t);
          count++;
        }
        if (count === 0) expect.fail(`${i}: ${JSON.stringify({ from, direction })} leaks out`);
        if (count > 1) several++;
        if (i % 10 > 0) continue;
        // The tree of a mesh has a test of its own: both find the same triangle first.
        const to: [number, number, number] = [0, 1, 2].map((k) => from[k] + 20 * direction[k]) as never;
        const other = rayCast(whole, [...from], to);
        expect(other === null ? null : 20 * other.t).toBeCloseTo(first, 6);
      }
      expect(several).toBeGreaterThan(runs(5000) / 20);
    });
  }

  it('rayCastPolygon: faces of a cube that was turned, so that none is quite flat', () => {
    const rng = new Rng(SEED + 1);
    const hit = new Hit();
    for (let round = 0; round < 20; round++) {
      const [x, y, z, w] = rng.quaternion();
      const turned = (p: readonly number[]): [number, number, number] => [
        (1 - 2 * (y * y + z * z)) * p[0] + 2 * (x * y - z * w) * p[1] + 2 * (x * z + y * w) * p[2],
        2 * (x * y + z * w) * p[0] + (1 - 2 * (x * x + z * z)) * p[1] + 2 * (y * z - x * w) * p[2],
        2 * (x * z - y * w) * p[0] + 2 * (y * z + x * w) * p[1] + (1 - 2 * (x * x + y * y)) * p[2],
      ];
      const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => turned([i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]));
      const faces = [
        [0, 1, 3, 2],
        [4, 6, 7, 5],
        [0, 4, 5, 1],
        [2, 3, 7, 6],
        [0, 2, 6, 4],
        [1, 5, 7, 3],
      ].map((face) => ({ points: face.map((i) => corners[i]) }));
      for (let i = 0; i < runs(500); i++) {
        const [a, b] = rng.pick([
          [0, 1],
          [1, 3],
          [5, 7],
          [2, 6],
          [4, 4],
        ]);
        const s = rng.pick([0, 0.5, rng.next()]);
        const direction = corners[a].map((c, k) => c + s * (corners[b][k] - c));
        const from = rng.chance(0.5) ? [0, 0, 0] : [rng.range(-0.3, 0.3), rng.range(-0.3, 0.3), rng.range(-0.3, 0.3)];
        const ray = { from, direction: direction.map((d, k) => d - from[k]) };
        if (!faces.some((face) => rayCastPolygon(ray, face, hit) !== null))
          expect.fail(`round ${round}, ${i}: ${JSON.stringify(ray)} leaks out of ${JSON.stringify(faces)}`);
      }
    }
  });
});
