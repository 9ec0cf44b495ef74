/** A BSP tree against the mesh that it is made of: one random point, shape and cast after the other. Shared with the fuzzer; free of the library's code at run time. */

import type { BspTree } from '../../src/bsp-tree.ts';
import type { Mesh } from '../../src/complex/mesh.ts';
import type { Library, Shape } from '../support/generators.ts';
import { matrixOf } from '../support/generators.ts';
import type { Rng } from '../support/rng.ts';

export interface BspFinding {
  readonly what: string;
  readonly detail: string;
}

/** How many of each kind were seen. */
export interface BspTotals {
  points: number;
  inside: number;
  meet: number;
  apart: number;
  hits: number;
  starts: number;
}

/** Answers may differ for what is this near to the surface, relative to the size of the mesh, and for nothing else. */
const NEAR = 1e-9;

/** Some points, and one convex shape at rest and in motion. */
export function checkBspCase(
  lib: Library,
  tree: BspTree,
  mesh: Mesh,
  rng: Rng,
  convex: (size: number) => Shape,
  findings: BspFinding[],
  total: BspTotals,
): void {
  const own = new lib.Collider(mesh);
  const { min, max } = own.bounds();
  const size = Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
  const somewhere = (s: number): [number, number, number] => [
    (min.x + max.x) / 2 + s * size * rng.range(-1, 1),
    (min.y + max.y) / 2 + s * size * rng.range(-1, 1),
    (min.z + max.z) / 2 + s * size * rng.range(-1, 1),
  ];
  for (let n = 0; n < 4; n++) {
    const p = somewhere(0.55);
    const inside = tree.contains(p);
    total.points++;
    if (inside) total.inside++;
    if (inside === lib.containsPoint(own, p)) continue;
    // Distance from the surface as a soup.
    const soup = new lib.Collider(new lib.Mesh({ positions: mesh.vertices, indices: mesh.triangles.corners }));
    const { distance } = lib.closestPoints(soup, new lib.Collider(new lib.Point(p)));
    if (distance > NEAR * size) findings.push({ what: 'contains', detail: `[${p}] is ${distance} from the surface` });
  }
  const shape = convex(size * rng.log(0.02, 1));
  const mode = rng.chance(0.7);
  const collider = new lib.Collider(shape, {
    matrix: matrixOf({
      position: somewhere(rng.pick([0.5, 1])),
      orientation: rng.quaternion(),
      scale: mode ? 1 : [rng.range(0.5, 2), rng.range(0.5, 2), rng.range(0.5, 2)],
    }),
    margin: rng.chance(0.2) ? 0.05 * size : 0,
  });
  const met = tree.intersects(collider);
  total[met ? 'meet' : 'apart']++;
  const query = () => lib.describeQuery(own, collider);
  if (met && !tree.mayIntersect(collider)) findings.push({ what: 'mayIntersect', detail: query() });
  if (met !== lib.intersects(own, collider)) {
    const { distance } = lib.signedDistance(own, collider);
    if (Math.abs(distance) > NEAR * size)
      findings.push({ what: 'intersects', detail: `${met} at ${distance}\n${query()}` });
    return;
  }
  const to = somewhere(0.5);
  const at = collider.getMatrix();
  const reach = rng.range(0.3, 2);
  const v: [number, number, number] = [reach * (to[0] - at[12]), reach * (to[1] - at[13]), reach * (to[2] - at[14])];
  const a = tree.castShape(collider, v);
  const b = lib.castShape(own, [0, 0, 0], collider, v);
  if (a !== null) total.hits++;
  if (met) total.starts++;
  const speed = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  const slip = 2 * NEAR * (size + collider.extent);
  if (a === null || b === null) {
    if (a !== b) findings.push({ what: 'castShape', detail: `${a?.t} and ${b?.t} by [${v}]\n${query()}` });
    return;
  }
  if (Math.abs(a.t - b.t) * speed > slip)
    findings.push({ what: 'castShape', detail: `t ${a.t} and ${b.t} by [${v}]\n${query()}` });
  const turn = a.normal.x * b.normal.x + a.normal.y * b.normal.y + a.normal.z * b.normal.z;
  if (turn < 1 - 1e-8) findings.push({ what: 'normal', detail: `cosine ${turn} by [${v}]\n${query()}` });
}
