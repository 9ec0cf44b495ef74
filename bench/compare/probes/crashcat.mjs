import * as crashcat from 'crashcat';
import { load as loadEngine, triangleMesh } from '../engines/crashcat.mjs';
import { shapes } from '../work.mjs';
import { APART, close, declared, garbage, INSIDE, lacks, OVERLAPPING, ring, yesNo } from './tools.mjs';

const PACKAGE = 'crashcat';

export async function load() {
  const engine = await loadEngine();
  const closest = crashcat.createClosestCollideShapeCollector();
  const settings = crashcat.createDefaultCollideShapeSettings();
  const box = crashcat.box.create({ halfExtents: [1, 1, 1], convexRadius: 0 });
  const ball = crashcat.sphere.create({ radius: 0.5 });
  const none = crashcat.EMPTY_SUB_SHAPE_ID;
  const turned = [0, 0, 0, 1, 1, 1, 1];
  function collide(a, b, positionB, positionA = [0, 0, 0]) {
    closest.reset();
    crashcat.collideShapeVsShape(
      closest,
      settings,
      a,
      none,
      0,
      ...positionA,
      ...turned,
      b,
      none,
      0,
      ...positionB,
      ...turned,
    );
    return closest.hit;
  }
  const mesh = triangleMesh(ring);
  const still = (position) => ({ position, orientation: [0, 0, 0, 1] });
  const near = engine.convex([{ kind: 'box', size: [2, 2, 2] }, { kind: 'sphere', radius: 0.5 }, ...shapes]);
  const points = new Float64Array(6);
  const gap = (p, q) => near.distance(near.prepare({ a: 0, b: 1, placementA: still(p), placementB: still(q) }), points);
  return {
    world: () => [yesNo(collide(box, ball, [1.4, 0, 0]) !== null), 'collideShapeVsShape(…)'],
    distance() {
      const distance = gap([0, 0, 0], [3, 0, 0]);
      return [yesNo(close(distance, 1.5, 1e-6)), `gjkClosestPoints of two supports: ${distance}; 1.5 expected`];
    },
    depth() {
      const { penetration } = collide(box, ball, [1.25, 0, 0]);
      return [yesNo(close(penetration, 0.25, 1e-6)), `${penetration}; 0.25 expected`];
    },
    scale() {
      const scaled = (shape) => crashcat.scaled.create({ shape, scale: [1, 1, 3] });
      const depths = [
        crashcat.sphere.create({ radius: 1 }),
        crashcat.cylinder.create({ radius: 1, halfHeight: 1, convexRadius: 0 }),
        box,
      ].map((shape) => collide(scaled(shape), ball, [0, 0, 3.25])?.penetration ?? 'none');
      const [sphere, cylinder, control] = depths;
      const saw = `scaled by (1, 1, 3), sphere ${sphere}, cylinder ${cylinder}, a box for comparison ${control}; 0.25 expected`;
      return [yesNo(close(sphere, 0.25, 1e-3) && close(cylinder, 0.25, 1e-3)), saw];
    },
    far() {
      const distance = gap([1e6, 1e6, 0], [1e6 + 1.51, 1e6, 0]);
      return [yesNo(close(distance, 0.01, 1e-6)), `distance ${distance}; 0.01 expected`];
    },
    meshBoolean() {
      const found = [OVERLAPPING, APART].map((position) => collide(mesh, mesh, position) !== null);
      return [yesNo(found[0] && !found[1]), `overlapping ${found[0]}, apart ${found[1]}`];
    },
    meshDistance: () => ['no', `takes supports of convex shapes; ${declared(PACKAGE, /gjkClosestPoints\([^)]*\)/)}`],
    refit: () => lacks(PACKAGE, /refit\w*\(/i),
    solid() {
      const inside = collide(mesh, crashcat.sphere.create({ radius: 0.05 }), INSIDE) !== null;
      const any = crashcat.createAnyCollidePointCollector();
      const pointSettings = crashcat.createDefaultCollidePointSettings();
      crashcat.collidePointVsShape(any, pointSettings, ...INSIDE, mesh, none, 0, 0, 0, 0, ...turned);
      const point = any.hit !== null;
      return [
        point && inside ? 'yes' : point || inside ? 'partly' : 'no',
        `a point inside ${point}, a ball inside ${inside}`,
      ];
    },
    turning: () => ['no', declared(PACKAGE, /function castShape\([^)]*\)/)],
    boxes: () => ['no', `takes bodies of a world; ${declared(PACKAGE, /function add\(dbvt[^)]*\)/)}`],
    responses: () => ['no', declared(PACKAGE, /onContactAdded\??:.*/)],
    free: () => [
      'yes',
      `only its debug renderer for three.js has one; ${declared(PACKAGE, /function (free|dispose|destroy)\(/)}`,
    ],
    garbage() {
      const position = [3, 0, 0];
      const pair = near.prepare({ a: 0, b: 0, placementA: still([0, 0, 0]), placementB: still(position) });
      return garbage((i) => {
        position[1] = (i % 100) / 100;
        near.distance(pair, points);
      });
    },
    simulate: () => [
      yesNo(typeof crashcat.updateWorld === 'function'),
      declared(PACKAGE, /function updateWorld\([^)]*\)/),
    ],
  };
}
