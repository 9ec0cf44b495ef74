// Questions about convex shapes do not apply: it knows geometries, and boxes and spheres against them.
import { DoubleSide, Matrix4, Ray, Vector3 } from 'three';
import { geometry } from '../engines/three-mesh-bvh.mjs';
import { APART, close, declarations, declared, garbage, lacks, OVERLAPPING, ring, yesNo } from './tools.mjs';

const PACKAGE = 'three-mesh-bvh';

export async function load() {
  const a = geometry(ring);
  const b = geometry(ring);
  const at = (position) => new Matrix4().makeTranslation(...position);
  const meets = (position) => a.boundsTree.intersectsGeometry(b, at(position));
  const nearest = (position) => {
    const onA = { point: new Vector3() };
    const onB = { point: new Vector3() };
    a.boundsTree.closestPointToGeometry(b, at(position), onA, onB);
    return { distance: onA.distance, onA, onB };
  };
  return {
    world: () => [yesNo(meets(OVERLAPPING)), 'bvh.intersectsGeometry(geometry, matrix)'],
    distance() {
      const { distance, onA, onB } = nearest(APART);
      const gap = onA.point.distanceTo(onB.point.applyMatrix4(at(APART)));
      return [yesNo(close(distance, gap, 1e-9)), `two geometries: ${distance}; the points are ${gap} apart`];
    },
    depth: () => lacks(PACKAGE, /penetration/i),
    meshBoolean() {
      const found = [OVERLAPPING, APART].map(meets);
      return [yesNo(found[0] && !found[1]), `overlapping ${found[0]}, apart ${found[1]}`];
    },
    meshDistance: () => [yesNo(nearest(APART).distance > 1), `closestPointToGeometry: ${nearest(APART).distance}`],
    refit() {
      const moved = geometry({ ...ring, positions: ring.positions.slice() });
      const { array } = moved.attributes.position;
      for (let i = 0; i < array.length; i += 3) array[i] += 10;
      moved.boundsTree.refit();
      const hit = moved.boundsTree.raycastFirst(new Ray(new Vector3(20, 0, 0), new Vector3(-1, 0, 0)), DoubleSide);
      return [
        yesNo(hit !== null && hit.point.x > 11),
        `after moving the vertices and refit(), a ray hits at x = ${hit?.point.x}`,
      ];
    },
    solid: () => lacks(PACKAGE, /containsPoint|isInside|solid/i),
    turning: () => lacks(PACKAGE, /castShape|sweep|timeOfImpact/i),
    responses: () => lacks(PACKAGE, /response|listener/i),
    free: () => [
      yesNo(!/class (MeshBVH|BVH|GeometryBVH) [^}]*\b(free|dispose|destroy)\(/.test(declarations(PACKAGE))),
      declared(PACKAGE, /class (MeshBVH|BVH|GeometryBVH) [^}]*\b(free|dispose|destroy)\(/),
    ],
    garbage() {
      const place = at(APART);
      const ray = new Ray(new Vector3(3, 0, 0), new Vector3(-1, 0, 0));
      const [, boolean] = garbage(() => a.boundsTree.intersectsGeometry(b, place));
      const [verdict, saw] = garbage(() => a.boundsTree.raycastFirst(ray, DoubleSide));
      return [verdict, `boolean ${boolean}, a ray that hits ${saw}`];
    },
    simulate: () => lacks(PACKAGE, /RigidBody|step\(/),
  };
}
