// Encounter through its public API: colliders made beforehand, results used again, no pair caches.
import * as lib from '../../../packages/encounter/dist/index.js';

const make = {
  sphere: ({ radius }) => new lib.Sphere(radius),
  box: ({ size }) => new lib.Box(size),
  capsule: ({ radius, height }) => new lib.Capsule(radius, height),
  hull: ({ points }) => new lib.Polytope(points),
};

export async function load() {
  return { convex, rays, meshes, boxes };
}

function convex(shapes) {
  const made = shapes.map((shape) => make[shape.kind](shape));
  const out = new lib.DistanceResult();
  return {
    prepare: ({ a, b, placementA, placementB }) => ({
      a: new lib.Collider(made[a], placementA),
      b: new lib.Collider(made[b], placementB),
    }),
    intersects: ({ a, b }) => lib.intersects(a, b),
    distance({ a, b }, points) {
      lib.closestPoints(a, b, out);
      const { pointA: p, pointB: q, distance } = out;
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

function rays(mesh) {
  const collider = new lib.Collider(new lib.Mesh(mesh));
  const to = { x: 0, y: 0, z: 0 };
  const hit = new lib.RayHit();
  return (from, direction, length) => {
    to.x = from[0] + length * direction[0];
    to.y = from[1] + length * direction[1];
    to.z = from[2] + length * direction[2];
    return lib.rayCast(collider, from, to, hit) === null ? -1 : length * hit.t;
  };
}

function meshes(mesh) {
  const shape = new lib.Mesh(mesh);
  const a = new lib.Collider(shape);
  const b = new lib.Collider(shape);
  const out = new lib.DistanceResult();
  const place = ({ position, orientation }) => b.setPosition(position).setOrientation(orientation);
  return {
    intersects: (placement) => lib.intersects(a, place(placement)),
    distance: (placement) => lib.closestPoints(a, place(placement), out).distance,
  };
}

function boxes(positions) {
  const cube = new lib.Box([1, 1, 1]);
  const colliders = positions.map((position) => new lib.Collider(cube, { position }));
  const scene = new lib.Scene().add(...colliders);
  return () => {
    for (let i = 0; i < colliders.length; i++) colliders[i].setPosition(positions[i]);
    let count = 0;
    for (const _ of scene.encounters()) count++;
    return count;
  };
}
