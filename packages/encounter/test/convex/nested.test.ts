/**
 * Runs of GJK and EPA inside a support mapping. Queries refuse to nest, but a BSP tree or a mover has a solver of its own, and may be asked
 * there. Solvers share memory, and must not see it.
 */
import { expect, test } from 'vitest';
import { BspTree } from '../../src/bsp-tree.ts';
import {
  Box,
  Collider,
  Cone,
  closestPoints,
  Mesh,
  penetration,
  Scene,
  Shape,
  signedDistance,
  type Vec3,
} from '../../src/index.ts';
import { collectPlanes } from '../../src/mover/index.ts';

const tetrahedron = new Mesh({
  positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
  indices: [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2],
  solid: true,
});
const tree = new BspTree(tetrahedron);
const cone = new Collider(new Cone(0.3, 0.5), { position: [0.3, 0.3, 0.3] });
const deep = new Collider(new Box([1, 1.1, 1]), { position: [0.1, 0.2, 0.3], orientation: [0.1, 0.2, 0.3, 0.9] });
const scene = new Scene().add(deep);

const acts = {
  'a BSP tree is asked': () => tree.intersects(cone),
  'depths are found': () => collectPlanes(scene, cone, { reach: 1 }),
};

let act: () => unknown = () => {};

/** An ellipsoid that asks something else for each support point. */
class Egg extends Shape {
  readonly polyhedral = false;

  override toString(): string {
    return 'Egg';
  }

  support(dir: Vec3, out: Vec3): Vec3 {
    act();
    const k = 1 / (Math.sqrt(4 * dir.x * dir.x + dir.y * dir.y + dir.z * dir.z) || 1);
    return out.set(2 * dir.x * k, 0.5 * dir.y * k, 0.5 * dir.z * k);
  }
}

for (const [name, nested] of Object.entries(acts))
  test(`answers are the same while ${name} in a support mapping`, () => {
    const egg = new Collider(new Egg(), { position: [0.3, 0.2, 0.1] });
    const orientation = [0.2, 0.3, 0.1, 0.9] as const;
    const near = new Collider(new Box([1, 1.3, 0.9]), { position: [0.9, 0.3, 0.2], orientation });
    const apart = new Collider(new Box([1, 1.3, 0.9]), { position: [2.9, 1.3, 0.2], orientation });
    const ask = () => {
      const { depth, error, normal } = penetration(egg, near) as NonNullable<ReturnType<typeof penetration>>;
      return [
        depth,
        error,
        ...normal.toArray(),
        closestPoints(egg, apart).distance,
        signedDistance(near, egg).distance,
      ];
    };
    act = () => {};
    const plain = ask();
    let calls = 0;
    act = () => {
      calls++;
      nested();
    };
    expect(ask()).toEqual(plain);
    expect(calls).toBeGreaterThan(20);
  });
