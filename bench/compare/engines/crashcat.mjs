// crashcat: collideShapeVsShape for booleans, gjkClosestPoints for distances. Convex radius 0, so that boxes and hulls have the same form as in
// the other engines.
import * as crashcat from 'crashcat';
import { mat4, vec3 } from 'mathcat';

const make = {
  sphere: ({ radius }) => crashcat.sphere.create({ radius }),
  box: ({ size }) => crashcat.box.create({ halfExtents: size.map((x) => x / 2), convexRadius: 0 }),
  capsule: ({ radius, height }) => crashcat.capsule.create({ radius, halfHeightOfCylinder: height / 2 }),
  hull: ({ points }) => crashcat.convexHull.create({ positions: points.flat(), hullTolerance: 1e-6, convexRadius: 0 }),
};
const ONE = [1, 1, 1];
const TOLERANCE = 1e-4;
const FAR = 100;

export async function load() {
  crashcat.registerAll();
  return { convex, rays, boxes };
}

function convex(shapes) {
  const made = shapes.map((shape) => make[shape.kind](shape));
  const any = crashcat.createAnyCollideShapeCollector();
  const settings = crashcat.createDefaultCollideShapeSettings();
  settings.collectFaces = false;
  const supportA = crashcat.createSupport();
  const supportB = crashcat.createSupport();
  const out = crashcat.createGjkClosestPoints();
  const toWorld = mat4.create();
  const ofB = mat4.create();
  const toA = mat4.create();
  const point = [0, 0, 0];
  const direction = [0, 0, 0];
  const { EXCLUDE_CONVEX_RADIUS } = crashcat.SupportFunctionMode;

  /** A nearest point of the cores, moved outwards by the radius and into the world. */
  function put(from, to, radius, distance, points, at) {
    const k = distance > 0 ? radius / distance : 0;
    for (let i = 0; i < 3; i++) point[i] = from[i] + k * (to[i] - from[i]);
    vec3.transformMat4(point, point, toWorld);
    for (let i = 0; i < 3; i++) points[at + i] = point[i];
  }
  return {
    prepare: ({ a, b, placementA, placementB }) => ({ a: made[a], b: made[b], placementA, placementB }),
    intersects({ a, b, placementA: { position: p, orientation: q }, placementB: { position: r, orientation: s } }) {
      any.reset();
      // biome-ignore format: the arguments of one shape on a line
      crashcat.collideShapeVsShape(any, settings,
        a, crashcat.EMPTY_SUB_SHAPE_ID, 0, p[0], p[1], p[2], q[0], q[1], q[2], q[3], 1, 1, 1,
        b, crashcat.EMPTY_SUB_SHAPE_ID, 0, r[0], r[1], r[2], s[0], s[1], s[2], s[3], 1, 1, 1);
      return any.hit !== null;
    },
    distance({ a, b, placementA, placementB }, points) {
      mat4.fromRotationTranslation(toWorld, placementA.orientation, placementA.position);
      mat4.fromRotationTranslation(ofB, placementB.orientation, placementB.position);
      mat4.invert(toA, toWorld);
      mat4.multiply(toA, toA, ofB);
      crashcat.setShapeSupport(supportA, a, EXCLUDE_CONVEX_RADIUS, ONE);
      crashcat.setShapeSupport(supportB, b, EXCLUDE_CONVEX_RADIUS, ONE);
      supportA.hasTransform = false;
      supportB.hasTransform = true;
      for (let i = 0; i < 16; i++) supportB.transform[i] = toA[i];
      for (let i = 0; i < 3; i++) direction[i] = toA[12 + i];
      crashcat.gjkClosestPoints(out, supportA, supportB, TOLERANCE, direction, FAR * FAR);
      const distance = Math.sqrt(out.squaredDistance);
      put(out.pointA, out.pointB, supportA.convexRadius, distance, points, 0);
      put(out.pointB, out.pointA, supportB.convexRadius, distance, points, 3);
      return distance - supportA.convexRadius - supportB.convexRadius;
    },
  };
}

export const triangleMesh = ({ positions, indices }) =>
  crashcat.triangleMesh.create({
    positions: [...positions],
    indices: [...indices],
    bvhSplitStrategy: crashcat.triangleMesh.BvhSplitStrategy.SAH,
  });

function rays(mesh) {
  const shape = triangleMesh(mesh);
  const closest = crashcat.createClosestCastRayCollector();
  const settings = crashcat.createDefaultCastRaySettings();
  settings.collideWithBackfaces = true;
  return (p, d, length) => {
    closest.reset();
    // biome-ignore format: ray, then shape and placement
    crashcat.castRayVsShape(closest, settings, p[0], p[1], p[2], d[0], d[1], d[2], length,
      shape, crashcat.EMPTY_SUB_SHAPE_ID, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1);
    return closest.hit.status === crashcat.CastRayStatus.COLLIDING ? length * closest.hit.fraction : -1;
  };
}

function boxes(positions) {
  const settings = crashcat.createWorldSettings();
  const objects = crashcat.addObjectLayer(settings, crashcat.addBroadphaseLayer(settings));
  crashcat.enableCollision(settings, objects, objects);
  const world = crashcat.createWorld(settings);
  const shape = crashcat.box.create({ halfExtents: [0.5, 0.5, 0.5], convexRadius: 0 });
  const bodies = positions.map((position) =>
    crashcat.rigidBody.create(world, {
      motionType: crashcat.MotionType.DYNAMIC,
      shape,
      objectLayer: objects,
      position: [...position],
    }),
  );
  return () => {
    for (let i = 0; i < bodies.length; i++) crashcat.rigidBody.setPosition(world, bodies[i], positions[i], false);
    crashcat.broadphase.optimize(world.broadphase);
    crashcat.pairs.findCollidingPairs(world, 0, undefined);
    return world.pairs.collidingPairCount;
  };
}
