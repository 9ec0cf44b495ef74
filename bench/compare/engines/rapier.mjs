// rapier: colliders without bodies in a world that is not stepped, asked one by one. Its Shape methods take no world, but build the shape
// anew at each call, which for a hull costs far more than the query.
import RAPIER from '@dimforge/rapier3d-compat';

const vector = ([x, y, z]) => ({ x, y, z });
const quaternion = ([x, y, z, w]) => ({ x, y, z, w });
const origin = { x: 0, y: 0, z: 0 };
const FAR = 100;

const describe = {
  sphere: ({ radius }) => RAPIER.ColliderDesc.ball(radius),
  box: ({ size }) => RAPIER.ColliderDesc.cuboid(size[0] / 2, size[1] / 2, size[2] / 2),
  capsule: ({ radius, height }) => RAPIER.ColliderDesc.capsule(height / 2, radius),
  hull: ({ points }) => RAPIER.ColliderDesc.convexHull(new Float32Array(points.flat())),
};

export async function load() {
  await RAPIER.init();
  return { convex, rays, meshes, boxes };
}

function convex(shapes) {
  const world = new RAPIER.World(origin);
  const make = (shape) => world.createCollider(describe[shape.kind](shape));
  const first = shapes.map(make);
  const second = shapes.map(make);
  const out = new RAPIER.ShapeContact(0, { ...origin }, { ...origin }, { ...origin }, { ...origin });
  function contact({ a, b, positionA, orientationA, positionB, orientationB }, prediction) {
    a.setTranslation(positionA);
    a.setRotation(orientationA);
    b.setTranslation(positionB);
    b.setRotation(orientationB);
    return a.contactCollider(b, prediction, out);
  }
  return {
    prepare: ({ a, b, placementA, placementB }) => ({
      a: first[a],
      b: second[b],
      positionA: vector(placementA.position),
      orientationA: quaternion(placementA.orientation),
      positionB: vector(placementB.position),
      orientationB: quaternion(placementB.orientation),
    }),
    intersects(pair) {
      const found = contact(pair, 0);
      return found !== null && found.distance <= 0;
    },
    distance(pair, points) {
      const { point1: p, point2: q, distance } = contact(pair, FAR);
      points[0] = p.x;
      points[1] = p.y;
      points[2] = p.z;
      points[3] = q.x;
      points[4] = q.y;
      points[5] = q.z;
      return distance;
    },
  };
}

const trimesh = ({ positions, indices }) => RAPIER.ColliderDesc.trimesh(positions, indices);

function rays(mesh) {
  const world = new RAPIER.World(origin);
  const collider = world.createCollider(trimesh(mesh));
  const ray = new RAPIER.Ray({ ...origin }, { ...origin });
  return (from, direction, length) => {
    [ray.origin.x, ray.origin.y, ray.origin.z] = from;
    [ray.dir.x, ray.dir.y, ray.dir.z] = direction;
    return collider.castRay(ray, length, false);
  };
}

/** Its distance between two meshes takes seconds and is left out. */
function meshes(mesh) {
  const world = new RAPIER.World(origin);
  const a = world.createCollider(trimesh(mesh));
  const b = world.createCollider(trimesh(mesh));
  return {
    intersects({ position, orientation }) {
      b.setTranslation(vector(position));
      b.setRotation(quaternion(orientation));
      const found = a.contactCollider(b, 0);
      return found !== null && found.distance <= 0;
    },
  };
}

/** Pairs come as events of a step, in which sensors are tested exactly, too; only colliders on bodies that may move raise them. */
function boxes(positions) {
  const world = new RAPIER.World(origin);
  const queue = new RAPIER.EventQueue(true);
  const sensor = RAPIER.ColliderDesc.cuboid(0.5, 0.5, 0.5)
    .setSensor(true)
    .setActiveEvents(RAPIER.ActiveEvents.COLLISION_EVENTS)
    .setActiveCollisionTypes(RAPIER.ActiveCollisionTypes.ALL);
  const bodies = positions.map(([x, y, z]) => {
    const kinematic = RAPIER.RigidBodyDesc.kinematicPositionBased().setTranslation(x, y, z).setCanSleep(false);
    const body = world.createRigidBody(kinematic);
    world.createCollider(sensor, body);
    return body;
  });
  const position = { ...origin };
  let count = 0;
  return () => {
    for (let i = 0; i < bodies.length; i++) {
      [position.x, position.y, position.z] = positions[i];
      bodies[i].setTranslation(position, true);
    }
    world.step(queue);
    queue.drainCollisionEvents((_a, _b, started) => {
      count += started ? 1 : -1;
    });
    return count;
  };
}
