import * as lib from '../../../packages/encounter/dist/index.js';
import { APART, close, garbage, INSIDE, OVERLAPPING, ring, yesNo } from './tools.mjs';

export async function load() {
  const ball = (position) => new lib.Collider(new lib.Sphere(0.5), { position });
  const box = new lib.Collider(new lib.Box([2, 2, 2]));
  const mesh = (position) => new lib.Collider(new lib.Mesh(ring), { position });
  return {
    world: () => [yesNo(lib.intersects(box, ball([1.4, 0, 0]))), 'intersects(a, b)'],
    distance() {
      const { distance, pointA, pointB } = lib.closestPoints(box, ball([3, 0, 0]));
      return [yesNo(close(distance, 1.5, 1e-12)), `${distance}, from x = ${pointA.x} to x = ${pointB.x}; 1.5 expected`];
    },
    depth() {
      const { depth } = lib.penetration(box, ball([1.25, 0, 0]));
      return [yesNo(close(depth, 0.25, 1e-12)), `${depth}; 0.25 expected`];
    },
    scale() {
      const ellipsoid = new lib.Collider(new lib.Sphere(1), { scale: [1, 2, 3] });
      const elliptic = new lib.Collider(new lib.Cylinder(1, 2), { scale: [1, 1, 3] });
      const found = [ellipsoid, elliptic].map((a) => lib.closestPoints(a, ball([0, 0, 5])).distance);
      return [yesNo(found.every((d) => close(d, 1.5, 1e-8))), `${found.join(' and ')}; 1.5 expected`];
    },
    far() {
      const { distance } = lib.closestPoints(
        new lib.Collider(new lib.Box([2, 2, 2]), { position: [1e6, 1e6, 0] }),
        ball([1e6 + 1.51, 1e6, 0]),
      );
      return [yesNo(close(distance, 0.01, 1e-6)), `distance ${distance}; 0.01 expected`];
    },
    meshBoolean() {
      const found = [OVERLAPPING, APART].map((position) => lib.intersects(mesh([0, 0, 0]), mesh(position)));
      return [yesNo(found[0] && !found[1]), `overlapping ${found[0]}, apart ${found[1]}`];
    },
    meshDistance() {
      const { distance } = lib.closestPoints(mesh([0, 0, 0]), mesh(APART));
      return [yesNo(distance > 1), `${distance}`];
    },
    refit() {
      const positions = ring.positions.slice();
      const shape = new lib.Mesh({ ...ring, positions });
      for (let i = 0; i < positions.length; i += 3) positions[i] += 10;
      shape.refit();
      const hit = lib.rayCast(new lib.Collider(shape), [20, 0, 0], [0, 0, 0]);
      return [
        yesNo(hit !== null && hit.point.x > 11),
        `after moving the vertices and refit(), a ray hits at x = ${hit?.point.x}`,
      ];
    },
    solid() {
      const solid = new lib.Collider(new lib.Mesh({ ...ring, solid: true }));
      const point = lib.containsPoint(solid, INSIDE);
      const inside = lib.intersects(solid, new lib.Collider(new lib.Sphere(0.05), { position: INSIDE }));
      return [yesNo(point && inside), `a point inside ${point}, a ball inside ${inside}`];
    },
    turning() {
      // A rod turns about its end and meets a ball.
      const rod = new lib.Collider(new lib.Segment([0, 0, 0], [2, 0, 0]));
      const ball = new lib.Collider(new lib.Sphere(0.25), { position: [0, 1, 0] });
      const t = lib.timeOfImpact(rod, { rotation: [0, 0, Math.PI] }, ball, null)?.t;
      return [
        yesNo(Math.abs(Math.PI * t - Math.PI / 2 + Math.asin(0.25)) < 1e-6),
        `a rod that turns meets a ball at ${t}`,
      ];
    },
    boxes() {
      let pairs = 0;
      const broad = new lib.DynamicAabbTree();
      broad.onBegin = () => pairs++;
      const at = (x) => [
        { x, y: 0, z: 0 },
        { x: x + 1, y: 1, z: 1 },
      ];
      for (const x of [0, 0.5, 5]) broad.add(...at(x), x);
      broad.update();
      return [yesNo(pairs === 1), `three boxes added to a DynamicAabbTree: ${pairs} pair begins`];
    },
    responses() {
      const table = new lib.ResponseTable();
      const [a, b] = [table.createClass(), table.createClass()];
      const one = ball([1, 0, 0]);
      let calls = 0;
      table.assign(box, a);
      table.assign(one, b);
      table.addPair(
        a,
        b,
        lib.response('simple', () => void calls++),
      );
      new lib.Scene().add(box, one).test(table);
      return [yesNo(calls === 1), `a response for a pair of classes was called ${calls} times`];
    },
    free: () => [
      yesNo(!Object.keys(lib).some((key) => /free|destroy|dispose/i.test(key))),
      'no such function exported',
    ],
    garbage() {
      const out = new lib.DistanceResult();
      const other = new lib.Collider(new lib.Box([1, 1, 1]), { position: [3, 0, 0] });
      const position = { x: 3, y: 0, z: 0 };
      return garbage((i) => {
        position.y = (i % 100) / 100;
        lib.closestPoints(box, other.setPosition(position), out);
      });
    },
    simulate: () => [yesNo('step' in lib || 'World' in lib), 'nothing that steps'],
  };
}
