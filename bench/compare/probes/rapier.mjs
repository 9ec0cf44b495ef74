import RAPIER from '@dimforge/rapier3d-compat';
import { APART, close, declarations, declared, garbage, INSIDE, lacks, OVERLAPPING, ring, yesNo } from './tools.mjs';

const PACKAGE = '@dimforge/rapier3d-compat';
const still = { x: 0, y: 0, z: 0, w: 1 };
const at = ([x, y, z]) => ({ x, y, z });
const origin = at([0, 0, 0]);

export async function load() {
  await RAPIER.init();
  const box = new RAPIER.Cuboid(1, 1, 1);
  const ball = new RAPIER.Ball(0.5);
  const contact = (position) => box.contactShape(origin, still, ball, at(position), still, 10);
  const world = new RAPIER.World(origin);
  const mesh = (position, flags) =>
    world.createCollider(RAPIER.ColliderDesc.trimesh(ring.positions, ring.indices, flags).setTranslation(...position));
  return {
    world: () => [
      yesNo(box.intersectsShape(origin, still, ball, at([1.4, 0, 0]), still)),
      'shape.intersectsShape(…), which builds both shapes at each call',
    ],
    distance() {
      const { distance, point1, point2 } = contact([3, 0, 0]);
      return [yesNo(close(distance, 1.5, 1e-5)), `${distance}, from x = ${point1.x} to x = ${point2.x}; 1.5 expected`];
    },
    depth() {
      const { distance } = contact([1.25, 0, 0]);
      return [yesNo(close(distance, -0.25, 1e-5)), `${-distance}; 0.25 expected`];
    },
    scale: () => lacks(PACKAGE, /setScale|Ellipsoid|class Scaled/),
    far() {
      const found = box.contactShape(at([1e6, 1e6, 0]), still, ball, at([1e6 + 1.51, 1e6, 0]), still, 10);
      return [yesNo(close(found?.distance, 0.01, 1e-6)), `distance ${found?.distance}; 0.01 expected`];
    },
    meshBoolean() {
      const a = mesh([0, 0, 0]);
      const found = [OVERLAPPING, APART].map((position) => (a.contactCollider(mesh(position), 0)?.distance ?? 1) <= 0);
      return [yesNo(found[0] && !found[1]), `overlapping ${found[0]}, apart ${found[1]}`];
    },
    meshDistance() {
      const found = mesh([0, 0, 0]).contactCollider(mesh(APART), 10);
      return [yesNo(found !== null && found.distance > 1), `contactCollider: ${found?.distance}`];
    },
    refit: () => lacks(PACKAGE, /refit\w*\(/i),
    solid() {
      const solid = mesh([0, 0, 0], RAPIER.TriMeshFlags.ORIENTED);
      const point = solid.containsPoint(at(INSIDE));
      const inside = solid.intersectsShape(new RAPIER.Ball(0.05), at(INSIDE), still);
      return [
        point && inside ? 'yes' : point || inside ? 'partly' : 'no',
        `flag ORIENTED: a point inside ${point}, a ball inside ${inside}`,
      ];
    },
    turning: () => ['no', declared(PACKAGE, /castShape\(.*\)/)],
    boxes: () => [
      'no',
      `pairs come from stepping a world; ${declared(PACKAGE, /class BroadPhase \{[^}]*?castRay\([^)]*\)/)}`,
    ],
    responses: () => ['no', declared(PACKAGE, /drainCollisionEvents\(.*\)/)],
    free: () => [yesNo(!/\bfree\(\)/.test(declarations(PACKAGE))), declared(PACKAGE, /\bfree\(\).*/)],
    garbage() {
      const a = world.createCollider(new RAPIER.ColliderDesc(box));
      const b = world.createCollider(new RAPIER.ColliderDesc(box));
      const out = new RAPIER.ShapeContact(0, { ...origin }, { ...origin }, { ...origin }, { ...origin });
      const position = { x: 3, y: 0, z: 0 };
      return garbage((i) => {
        position.y = (i % 100) / 100;
        b.setTranslation(position);
        a.contactCollider(b, 10, out);
      });
    },
    simulate() {
      const empty = new RAPIER.World(origin);
      const body = empty.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setLinvel(1, 0, 0));
      empty.createCollider(new RAPIER.ColliderDesc(ball), body);
      empty.step();
      return [yesNo(body.translation().x > 0), 'a body moves in world.step()'];
    },
  };
}
