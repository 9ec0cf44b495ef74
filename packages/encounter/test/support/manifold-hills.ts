/**
 * A smooth hill of triangles: every normal of contact lies in the wedge of the normals of the faces that meet at the point, whichever
 * way the hill is cut. A normal outside it is a ghost: it is that of an edge or vertex that nothing can touch from there.
 */
import type { Collider, Shape } from './generators.ts';
import type { ContactLibrary } from './manifold-cases.ts';
import { least, type ManifoldChecks } from './manifold-checks.ts';
import type { Rng } from './rng.ts';
import { add, cross, dot, norm, scaled, sub, type Vec, vec } from './vectors.ts';

export interface Hill {
  readonly shape: Shape;
  readonly triangles: readonly (readonly [Vec, Vec, Vec])[];
  readonly normals: readonly Vec[];
}

const CELLS = 12;
const SIDE = 8;

/** A field of waves, a random one or that of the given phase; vertices off the grid, diagonals either way. */
export function randomHill(lib: ContactLibrary, rng: Rng, phase?: number): Hill {
  const [p, q] = phase === undefined ? [rng.range(0, 7), rng.range(0, 7)] : [phase, phase];
  const height = (x: number, z: number): number => 0.5 * Math.sin(0.6 * x + p) * Math.cos(0.5 * z + q);
  const step = SIDE / CELLS;
  const vertices: Vec[] = [];
  for (let i = 0; i <= CELLS; i++)
    for (let j = 0; j <= CELLS; j++) {
      const inner = i % CELLS !== 0 && j % CELLS !== 0;
      const off = (): number => (inner ? step * rng.range(-0.3, 0.3) : 0);
      const [x, z] = [i * step - SIDE / 2 + off(), j * step - SIDE / 2 + off()];
      vertices.push([x, height(x, z), z]);
    }
  const indices: number[] = [];
  for (let i = 0; i < CELLS; i++)
    for (let j = 0; j < CELLS; j++) {
      const [a, b] = [i * (CELLS + 1) + j, (i + 1) * (CELLS + 1) + j];
      if (rng.chance(0.5)) indices.push(a, a + 1, b + 1, a, b + 1, b);
      else indices.push(a, a + 1, b, a + 1, b + 1, b);
    }
  const triangles: [Vec, Vec, Vec][] = [];
  for (let i = 0; i < indices.length; i += 3)
    triangles.push([vertices[indices[i]], vertices[indices[i + 1]], vertices[indices[i + 2]]]);
  const normals = triangles.map(([a, b, c]) => {
    const n = cross(sub(b, a), sub(c, a));
    return scaled(n, Math.sign(n[1]) / norm(n));
  });
  const shape = new lib.Mesh({ positions: vertices.flat(), indices }) as unknown as Shape;
  return { shape, triangles, normals };
}

/** Distance of a point from a triangle. */
function distanceTo([a, b, c]: readonly [Vec, Vec, Vec], p: Vec): number {
  const n = cross(sub(b, a), sub(c, a));
  const inside = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([u, v]) => dot(cross(sub(v, u), sub(p, u)), n) >= 0);
  if (inside) return Math.abs(dot(n, sub(p, a))) / norm(n);
  return Math.min(
    ...[
      [a, b],
      [b, c],
      [c, a],
    ].map(([u, v]) => {
      const d = sub(v, u);
      const t = Math.min(1, Math.max(0, dot(sub(p, u), d) / dot(d, d)));
      return norm(sub(p, add(u, scaled(d, t))));
    }),
  );
}

/** How far a direction is from the cone of others, as a distance of its tip; at most three of them span the nearest. */
export function offCone(n: Vec, normals: readonly Vec[]): number {
  let best = Infinity;
  const k = normals.length;
  const residual = (parts: readonly Vec[]): void => {
    // Least squares by Gram-Schmidt would lose little here, but three unknowns are solved as well directly.
    const gram = parts.map((p) => [...parts.map((q) => dot(p, q)), dot(p, n)]);
    for (let i = 0; i < parts.length; i++) {
      const pivot = gram[i][i];
      if (Math.abs(pivot) < 1e-13) return;
      for (let r = 0; r < parts.length; r++)
        if (r !== i) {
          const f = gram[r][i] / pivot;
          for (let l = i; l <= parts.length; l++) gram[r][l] -= f * gram[i][l];
        }
    }
    let rest = n;
    for (const [i, p] of parts.entries()) {
      const x = gram[i][parts.length] / gram[i][i];
      if (x < -1e-9) return;
      rest = sub(rest, scaled(p, x));
    }
    best = Math.min(best, norm(rest));
  };
  for (let i = 0; i < k; i++) {
    residual([normals[i]]);
    for (let j = i + 1; j < k; j++) {
      residual([normals[i], normals[j]]);
      for (let l = j + 1; l < k; l++) residual([normals[i], normals[j], normals[l]]);
    }
  }
  return best;
}

/** How far a normal is outside the wedge at a point of the hill; Infinity where the point is not on it. */
export function ghost(hill: Hill, point: Vec, normal: Vec, near: number): number {
  const around = hill.triangles.flatMap((t, i) => (distanceTo(t, point) <= near ? [hill.normals[i]] : []));
  return around.length === 0 ? Infinity : offCone(normal, around);
}

export function randomRider(lib: ContactLibrary, rng: Rng): { shape: Shape; name: string } {
  const cloud = (): Vec[] =>
    Array.from({ length: 20 }, () => rng.direction()).map((d) => [0.6 * d[0], 0.4 * d[1], 0.5 * d[2]]);
  const made: readonly [string, () => Shape][] = [
    ['sphere', () => new lib.Sphere(rng.range(0.2, 0.8))],
    ['capsule', () => new lib.Capsule(rng.range(0.2, 0.5), rng.range(0.3, 1))],
    ['box', () => new lib.Box([rng.range(0.3, 1), rng.range(0.3, 1), rng.range(0.3, 1)])],
    ['hull', () => new lib.Polytope(cloud())],
    ['cylinder', () => new lib.Cylinder(rng.range(0.2, 0.6), rng.range(0.3, 1))],
  ];
  const [name, make] = rng.pick(made);
  return { name, shape: make() };
}

/** Lowers a body until it is `gap` from the ground, or as deep. The distance tells how far it may go without touching. */
export function lower(lib: ContactLibrary, ground: Collider, body: Collider, gap: number): void {
  const m = body.getMatrix();
  for (let i = 0; i < 60; i++) {
    const { distance } = lib.signedDistance(ground, body);
    if (distance <= 1e-4) break;
    m[13] -= distance - 5e-5;
    body.setMatrix(m);
  }
  const { distance, normal } = lib.signedDistance(ground, body);
  for (const [k, x] of [normal.x, normal.y, normal.z].entries()) m[12 + k] += (gap - distance) * x;
  body.setMatrix(m);
}

export function checkHill(checks: ManifoldChecks, rng: Rng): void {
  const { lib, findings } = checks;
  const hill = randomHill(lib, rng);
  const a = { collider: new lib.Collider(hill.shape), name: 'hill' };
  for (let i = 0; i < 10; i++) {
    const { shape, name } = randomRider(lib, rng);
    const position: Vec = [rng.range(-2.5, 2.5), 3, rng.range(-2.5, 2.5)];
    const b = { collider: new lib.Collider(shape, { position, orientation: rng.quaternion() }), name };
    const gap = rng.pick([1, -1]) * rng.log(1e-4, 1e-2);
    lower(lib, a.collider, b.collider, gap);
    const signed = lib.signedDistance(a.collider, b.collider);
    const options = { maxPoints: Infinity, maxSeparation: 0.02 };
    const list = checks.ask(a.collider, b.collider, options);
    if (!checks.wellFormed(a, b, list, { options, tolerance: 1e-8, surface: 1e-7 })) continue;
    checks.count(`hill: ${name}, ${gap > 0 ? 'apart' : 'overlapping'}`);
    const fail = (kind: string, detail: string): void => findings.fail(`hill: ${kind}`, `${detail}; gap ${gap}`, a, b);
    if (list.length === 0) {
      fail('no manifold', `distance ${signed.distance}`);
      continue;
    }
    const deepest = Math.min(...list.map(least));
    if (signed.distance > 1e-9 && Math.abs(deepest - signed.distance) > 1e-7)
      fail('least separation is not the distance', `${deepest}, ${signed.distance}`);
    for (const m of list)
      for (const p of m.points) {
        // A distance to 1e-8 leaves the normal of a curved shape to about the root of that over the gap.
        const allowed = name === 'box' || name === 'hull' ? 1e-7 : 1e-7 + Math.sqrt(4e-8 / Math.abs(p.separation || 1));
        const off = ghost(hill, p.a, m.normal, 1e-6);
        findings.worst(`hill: normal outside the wedge, ${name}`, off);
        if (off > allowed) fail('normal outside the wedge', `by ${off}: ${JSON.stringify([vec(signed.normal), m])}`);
      }
  }
}
