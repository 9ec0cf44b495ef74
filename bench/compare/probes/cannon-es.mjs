import { Body, Box, Sphere, Trimesh, Vec3, World } from 'cannon-es';
import { close, declarations, declared, garbage, lacks, OVERLAPPING, ring, yesNo } from './tools.mjs';

const PACKAGE = 'cannon-es';

export async function load() {
  const world = new World();
  const body = (shape, position = [0, 0, 0]) => new Body({ mass: 1, shape, position: new Vec3(...position) });
  const lists = { equations: [], pool: [], frictions: [], frictionPool: [] };
  function contacts(a, b) {
    const { equations, pool, frictions, frictionPool } = lists;
    while (equations.length > 0) pool.push(equations.pop());
    while (frictions.length > 0) frictionPool.push(frictions.pop());
    world.narrowphase.getContacts([a], [b], world, equations, pool, frictions, frictionPool);
    return equations;
  }
  const gap = ({ bi, bj, ri, rj, ni }) => ni.dot(bj.position.vadd(rj).vsub(bi.position.vadd(ri)));
  const box = () => new Box(new Vec3(1, 1, 1));
  return {
    world: () => [
      'no',
      `${contacts(body(box()), body(new Sphere(0.5), [1.4, 0, 0])).length} contacts from narrowphase.getContacts, which takes bodies and a World`,
    ],
    distance: () => lacks(PACKAGE, /closestPoints?\w*\(|getDistance\w*\(/i),
    depth() {
      const [found] = contacts(body(box()), body(new Sphere(0.5), [1.25, 0, 0]));
      return [yesNo(close(gap(found), -0.25, 1e-9)), `from the points of a contact: ${-gap(found)}; 0.25 expected`];
    },
    scale: () => lacks(PACKAGE, /Ellipsoid|class (Sphere|Cylinder|Body) [^}]*scale/i),
    far() {
      const [found] = contacts(body(box(), [1e6, 1e6, 0]), body(new Sphere(0.5), [1e6 + 1.49, 1e6, 0]));
      return [yesNo(close(gap(found), -0.01, 1e-6)), `depth ${-gap(found)}; 0.01 expected`];
    },
    meshBoolean() {
      const mesh = () => new Trimesh(ring.positions, ring.indices);
      const found = contacts(body(mesh()), body(mesh(), OVERLAPPING)).length;
      return [yesNo(found > 0), `overlapping: ${found} contacts`];
    },
    meshDistance: () => lacks(PACKAGE, /closestPoints?\w*\(|getDistance\w*\(/i),
    refit: () => lacks(PACKAGE, /refit\w*\(/i),
    solid() {
      const found = contacts(body(new Trimesh(ring.positions, ring.indices)), body(new Sphere(0.05), [1, 0, 0])).length;
      return [yesNo(found > 0), `a ball inside: ${found} contacts`];
    },
    turning: () => lacks(PACKAGE, /castShape|sweep\w*Test|timeOfImpact/i),
    boxes: () => ['no', `takes bodies of a World; ${declared(PACKAGE, /collisionPairs\(.*\)/)}`],
    responses: () => ['no', declared(PACKAGE, /addEventListener\(.*\)/)],
    free: () => [
      yesNo(!/\b(free|destroy|dispose)\(/.test(declarations(PACKAGE))),
      declared(PACKAGE, /\b(free|destroy|dispose)\(/),
    ],
    garbage() {
      const a = body(box());
      const b = body(new Sphere(0.5), [1.25, 0, 0]);
      return garbage((i) => {
        b.position.y = (i % 100) / 100;
        contacts(a, b);
      });
    },
    simulate() {
      const thing = body(new Sphere(1));
      thing.velocity.x = 1;
      world.addBody(thing);
      world.step(1 / 60);
      return [yesNo(thing.position.x > 0), 'a body moves in world.step()'];
    },
  };
}
