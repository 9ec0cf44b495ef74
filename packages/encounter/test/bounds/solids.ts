/** Closed meshes of many kinds for the BSP tree, seeded. Free of the library's code at run time. */
import { CylinderGeometry, IcosahedronGeometry, SphereGeometry, TorusGeometry, TorusKnotGeometry } from 'three';
import type { MeshSpec } from '../mesh/reference.ts';
import { boxMesh, corner, fromGeometry, sized, torus } from '../mesh/scenes.ts';
import { apply, matrixOf } from '../support/generators.ts';
import type { Rng } from '../support/rng.ts';
import type { Vec } from '../support/vectors.ts';

/** Unit cubes on a lattice, n a side, some of them filled: their common surface, exact in integers. */
export interface Cubes {
  readonly n: number;
  readonly filled: ReadonlySet<number>;
  readonly mesh: MeshSpec;
}

export function isFilled({ n, filled }: Pick<Cubes, 'n' | 'filled'>, x: number, y: number, z: number): boolean {
  return x >= 0 && y >= 0 && z >= 0 && x < n && y < n && z < n && filled.has((z * n + y) * n + x);
}

/** The surface between filled and empty cubes, two triangles a side, split either way. Cubes that touch in an edge or a corner only are left as they are. */
export function cubes(rng: Rng, n: number, share: number): Cubes {
  const filled = new Set<number>();
  for (let i = 0; i < n * n * n; i++) if (rng.chance(share)) filled.add(i);
  if (filled.size === 0) filled.add(0);
  const positions: number[] = [];
  const corners: number[] = [];
  for (let z = 0; z < n; z++)
    for (let y = 0; y < n; y++)
      for (let x = 0; x < n; x++) {
        if (!isFilled({ n, filled }, x, y, z)) continue;
        for (let axis = 0; axis < 3; axis++)
          for (const end of [0, 1]) {
            const step = [0, 0, 0];
            step[axis] = end === 1 ? 1 : -1;
            if (isFilled({ n, filled }, x + step[0], y + step[1], z + step[2])) continue;
            const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
            const first = positions.length / 3;
            for (const [i, j] of [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 1],
            ]) {
              // prettier-ignore
              const p = [x, y, z];
              p[axis] += end;
              p[u] += i;
              p[v] += j;
              positions.push(...p);
            }
            const turn = rng.int(2);
            const quad = [0, 1, 2, 0, 2, 3].map((k) => first + ((k + turn) % 4));
            corners.push(...(end === 1 ? quad : quad.reverse()));
          }
      }
  const mesh = { ...boxMesh(1, 1, 1), name: 'cubes', positions, corners, faceOf: null, faces: null, integer: true };
  return { n, filled, mesh };
}

/** Several meshes in one. */
export function together(name: string, parts: readonly MeshSpec[]): MeshSpec {
  const positions: number[] = [];
  const corners: number[] = [];
  for (const part of parts) {
    const first = positions.length / 3;
    positions.push(...part.positions);
    for (const c of part.corners) corners.push(first + c);
  }
  return { ...parts[0], name, positions, corners, faceOf: null, faces: null };
}

/** The same surface seen from the other side: a cavity. */
export function insideOut(mesh: MeshSpec): MeshSpec {
  return { ...mesh, corners: [...mesh.corners].reverse(), faceOf: null, faces: null };
}

export function placed(mesh: MeshSpec, matrix: ArrayLike<number>): MeshSpec {
  const positions: number[] = [];
  for (let k = 0; k < mesh.positions.length; k += 3)
    positions.push(...apply(matrix, mesh.positions.slice(k, k + 3) as unknown as Vec));
  return { ...mesh, positions, integer: false };
}

/** A closed surface with spikes: faces of a ball pulled out to needles. */
function spiky(rng: Rng): MeshSpec {
  const g = new IcosahedronGeometry(1, 1);
  const p = g.attributes.position.array;
  const known = new Map<string, number>();
  const positions: number[] = [];
  const corners: number[] = [];
  for (let k = 0; k < p.length; k += 3) {
    const at = [p[k], p[k + 1], p[k + 2]];
    const key = at.map((x) => x.toFixed(4)).join();
    let i = known.get(key);
    if (i === undefined) {
      i = positions.length / 3;
      known.set(key, i);
      const r = rng.chance(0.2) ? rng.range(1, 3) : rng.range(0.3, 0.6);
      positions.push(...at.map((x) => 0.4 * r * x));
    }
    corners.push(i);
  }
  return { ...boxMesh(1, 1, 1), name: 'spiky', positions, corners, faceOf: null, faces: null, integer: false };
}

export const SOLID_KINDS = [
  'torus',
  'box',
  'corner',
  'cubes',
  'turned cubes',
  'spiky',
  'knot',
  'sphere',
  'cylinder',
  'overlapping',
  'touching',
  'cavity',
  'turned box',
  'needles',
] as const;
export type SolidKind = (typeof SOLID_KINDS)[number];

/** A closed mesh of an extent of one to four. */
export function randomSolid(rng: Rng, kind: SolidKind): MeshSpec {
  const turned = () => matrixOf({ orientation: rng.quaternion(), position: rng.inBall(0.5) });
  switch (kind) {
    case 'torus':
      return torus(rng, 3 + rng.int(20), 3 + rng.int(9), rng.range(0, 0.5), true);
    case 'box':
      return boxMesh(1 + rng.int(2), 1 + rng.int(2), 1 + rng.int(2), 1 + rng.int(4));
    case 'corner':
      return corner();
    case 'cubes':
      return cubes(rng, 3, rng.range(0.2, 0.8)).mesh;
    case 'turned cubes':
      return placed(cubes(rng, 3, rng.range(0.2, 0.8)).mesh, turned());
    case 'spiky':
      return spiky(rng);
    case 'knot':
      return fromGeometry('knot', new TorusKnotGeometry(0.5, 0.12, 40, 6, 2, 3), true);
    case 'sphere':
      return fromGeometry('sphere', new SphereGeometry(0.7, 4 + rng.int(20), 3 + rng.int(12)), true);
    case 'cylinder':
      return fromGeometry('cylinder', new CylinderGeometry(0.5, rng.range(0, 0.7), 1, 3 + rng.int(30), 3), true);
    case 'overlapping':
      return together('overlapping', [
        boxMesh(1, 1, 1, 2),
        placed(boxMesh(1, 0.7, 0.9), turned()),
        placed(fromGeometry('ring', new TorusGeometry(0.6, 0.2, 6, 12), true), turned()),
      ]);
    case 'touching':
      // Face to face, edge to edge, and one twice.
      return together('touching', [
        boxMesh(1, 1, 1),
        placed(boxMesh(1, 1, 1), matrixOf({ position: [1, 0, 0] })),
        placed(boxMesh(1, 1, 1), matrixOf({ position: [0, 1, 1] })),
        boxMesh(1, 1, 1),
      ]);
    case 'cavity':
      return together('cavity', [
        boxMesh(2, 2, 2, 1 + rng.int(3)),
        insideOut(placed(boxMesh(1, 1, 1), matrixOf({ position: [0.5, 0.5, 0.5] }))),
      ]);
    case 'turned box':
      return placed(boxMesh(1, 2, 1, 1 + rng.int(6)), turned());
    case 'needles':
      return placed(
        torus(rng, 3 + rng.int(9), 3 + rng.int(4), 0.3, true),
        matrixOf({ scale: [1, 1, rng.log(1e-6, 0.01)], orientation: rng.quaternion() }),
      );
  }
}

/** As `randomSolid`, of another size and elsewhere. */
export function placedSolid(rng: Rng, kind: SolidKind): MeshSpec {
  const mesh = randomSolid(rng, kind);
  if (rng.chance(0.6)) return mesh;
  const size = rng.pick([1e-3, 1, 1e3]);
  const far = rng.pick([0, 0, 100]);
  const moved = { ...mesh, positions: mesh.positions.map((x, k) => x + far * [1, -0.3, 0.7][k % 3]), integer: false };
  return sized(moved, size);
}
