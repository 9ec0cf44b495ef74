// cannon-es: contacts of two bodies by its narrow phase, without a step. It has no capsules, and no distances.
import { Body, Box, ConvexPolyhedron, RaycastResult, SAPBroadphase, Sphere, Trimesh, Vec3, World } from 'cannon-es';
import { Vector3 } from 'three';
import { ConvexHull } from 'three/addons/math/ConvexHull.js';

const make = {
  sphere: ({ radius }) => new Sphere(radius),
  box: ({ size }) => new Box(new Vec3(size[0] / 2, size[1] / 2, size[2] / 2)),
  hull: ({ points }) => polyhedron(points),
};

export async function load() {
  return { convex, rays, boxes };
}

/** It wants faces, which three.js finds. */
function polyhedron(points) {
  const numbers = new Map();
  const vertices = [];
  const numberOf = (point) => {
    if (!numbers.has(point)) {
      numbers.set(point, vertices.length);
      vertices.push(new Vec3(point.x, point.y, point.z));
    }
    return numbers.get(point);
  };
  const { faces } = new ConvexHull().setFromPoints(points.map((point) => new Vector3(...point)));
  return new ConvexPolyhedron({
    faces: faces.map((face) => [0, 1, 2].map((i) => numberOf(face.getEdge(i).head().point))),
    vertices,
  });
}

function convex(shapes) {
  const world = new World();
  const body = (shape) => (shape.kind in make ? new Body({ mass: 1, shape: make[shape.kind](shape) }) : null);
  const first = shapes.map(body);
  const second = shapes.map(body);
  const equations = [];
  const pool = [];
  const frictions = [];
  const frictionPool = [];
  return {
    supports: ({ kind }) => kind in make,
    prepare: ({ a, b, placementA, placementB }) => ({ a: [first[a]], b: [second[b]], placementA, placementB }),
    intersects({ a, b, placementA, placementB }) {
      a[0].position.set(...placementA.position);
      a[0].quaternion.set(...placementA.orientation);
      b[0].position.set(...placementB.position);
      b[0].quaternion.set(...placementB.orientation);
      a[0].aabbNeedsUpdate = true;
      b[0].aabbNeedsUpdate = true;
      pool.push(...equations.splice(0));
      frictionPool.push(...frictions.splice(0));
      world.narrowphase.getContacts(a, b, world, equations, pool, frictions, frictionPool);
      return equations.length > 0;
    },
  };
}

function rays({ positions, indices }) {
  const world = new World();
  world.addBody(new Body({ mass: 0, shape: new Trimesh(positions, indices) }));
  const start = new Vec3();
  const end = new Vec3();
  const options = { skipBackfaces: false };
  const result = new RaycastResult();
  return (from, direction, length) => {
    start.set(...from);
    end.set(from[0] + length * direction[0], from[1] + length * direction[1], from[2] + length * direction[2]);
    result.reset();
    world.raycastClosest(start, end, options, result);
    return result.hasHit ? result.distance : -1;
  };
}

function boxes(positions) {
  const world = new World();
  const broadphase = new SAPBroadphase(world);
  broadphase.useBoundingBoxes = true;
  const cube = new Box(new Vec3(0.5, 0.5, 0.5));
  const bodies = positions.map((position) => {
    const body = new Body({ mass: 1, shape: cube, position: new Vec3(...position) });
    world.addBody(body);
    return body;
  });
  const first = [];
  const second = [];
  return () => {
    for (let i = 0; i < bodies.length; i++) {
      bodies[i].position.set(...positions[i]);
      bodies[i].aabbNeedsUpdate = true;
    }
    first.length = 0;
    second.length = 0;
    broadphase.dirty = true;
    broadphase.collisionPairs(world, first, second);
    return first.length;
  };
}
