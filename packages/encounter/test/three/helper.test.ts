/** The debug helper: what it draws is what the library answers about. */
import {
  Box3,
  BoxGeometry,
  type BufferGeometry,
  Raycaster,
  Mesh as ThreeMesh,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { describe, expect, test } from 'vitest';
import {
  Box,
  Capsule,
  Collider,
  Compound,
  Cone,
  Cylinder,
  Ellipsoid,
  Halfspace,
  HullOf,
  Inflated,
  intersects,
  MinkowskiSum,
  Placed,
  Point,
  Polygon,
  Polytope,
  Scene,
  Segment,
  type Shape,
  Sphere,
  Triangle,
} from '../../src/index.ts';
import { EncounterHelper, Followers, meshFromGeometry, wireframeFromShape } from '../../src/three/index.ts';

const TURNED = { position: [0.3, -0.2, 0.5], orientation: [0.1, 0.2, 0.3, 0.9], scale: [1, 2, 0.5] } as const;

const SHAPES: Record<string, Shape> = {
  segment: new Segment([0, 0, 0], [1, 2, 3]),
  triangle: new Triangle([0, 0, 0], [1, 0, 1], [0, 2, 0]),
  polygon: new Polygon([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]),
  sphere: new Sphere(1.5),
  ellipsoid: new Ellipsoid([1, 2, 3]),
  box: new Box([1, 2, 3]),
  cylinder: new Cylinder(1, 2),
  cone: new Cone(1, 2),
  capsule: new Capsule(0.5, 2),
  polytope: new Polytope([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1]),
  sum: new MinkowskiSum(new Box([1, 1, 1]), new Cone(0.5, 1)),
  hull: new HullOf(new Sphere(0.5), new Placed(new Sphere(0.2), { position: [0, 2, 0] })),
  placed: new Placed(new Cylinder(1, 2), TURNED),
  inflated: new Inflated(new Box([1, 2, 3]), 0.25),
  mesh: meshFromGeometry(new TorusKnotGeometry(1, 0.3, 32, 6)),
  compound: new Compound([
    { shape: new Box([1, 1, 1]), ...TURNED },
    { shape: new Sphere(0.4), position: [2, 0, 0] },
  ]),
};

/** The ends of all lines that are drawn. */
function ends({ geometry }: { geometry: BufferGeometry }): Vector3[] {
  const { position } = geometry.attributes;
  return Array.from({ length: geometry.drawRange.count }, (_, i) => new Vector3().fromBufferAttribute(position, i));
}

/** Whether the point is within 1e-5 of the collider. */
function isNear(collider: Collider, point: Vector3): boolean {
  return intersects(collider, new Collider(new Sphere(1e-5), { position: point }));
}

describe('shapes', () => {
  test.each(Object.entries(SHAPES))('%s: the lines lie on it and reach its box', (_, shape) => {
    for (const margin of [0, 0.1]) {
      const collider = new Collider(shape, { ...TURNED, margin });
      const helper = new EncounterHelper([collider]);
      const points = ends(helper);
      expect(points.length).toBeGreaterThan(1);
      for (const point of points) expect(isNear(collider, point)).toBe(true);
      const solidMesh = shape === SHAPES.mesh;
      if (margin > 0 && solidMesh) continue; // margins of meshes are not drawn
      const drawn = new Box3().setFromPoints(points);
      const { min, max } = collider.bounds();
      // Lines reach the box as nearly as 32 steps around allow.
      const size = new Vector3().copy(max).sub(new Vector3().copy(min)).length();
      expect(drawn.min.distanceTo(new Vector3().copy(min))).toBeLessThan(0.12 * size);
      expect(drawn.max.distanceTo(new Vector3().copy(max))).toBeLessThan(0.12 * size);
    }
  });

  test('a mirrored one grows outward, too', () => {
    const collider = new Collider(new Cone(1, 2), { scale: [-1, 2, 1], margin: 0.5 });
    const drawn = new Box3().setFromPoints(ends(new EncounterHelper([collider])));
    expect(drawn.max.y).toBeCloseTo(2.5, 5);
    expect(drawn.min.y).toBeCloseTo(-2.5, 5);
  });

  test('a box has twelve edges, a polytope those of its facets, a mesh each edge once', () => {
    expect(wireframeFromShape(SHAPES.box).length).toBe(12 * 6);
    expect(wireframeFromShape(new Polytope([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])).length).toBe(6 * 6);
    expect(wireframeFromShape(meshFromGeometry(new BoxGeometry())).length).toBe(6 * 5 * 6);
    expect(wireframeFromShape(SHAPES.triangle).length).toBeGreaterThanOrEqual(3 * 6);
  });

  test('points and halfspaces have a sign of their own', () => {
    expect(wireframeFromShape(new Point([1, 2, 3])).length).toBe(3 * 6);
    const floor = new Collider(new Halfspace([0, 1, 0], 2));
    const drawn = new Box3().setFromPoints(ends(new EncounterHelper([floor], { boxes: true })));
    expect(drawn.min.toArray()).toEqual([-5, 2, -5]);
    expect(drawn.max.toArray()).toEqual([5, 3, 5]);
  });

  test('follows a deforming mesh and moving colliders', () => {
    const object = new ThreeMesh(new BoxGeometry());
    const shape = meshFromGeometry(object.geometry);
    const followers = new Followers({ shape: () => shape });
    const helper = new EncounterHelper(followers.add(object));
    object.geometry.translate(0, 1, 0);
    shape.refit();
    object.position.x = 3;
    followers.update();
    helper.update();
    expect(new Box3().setFromPoints(ends(helper))).toEqual(
      new Box3(new Vector3(2.5, 0.5, -0.5), new Vector3(3.5, 1.5, 0.5)),
    );
  });
});

test('boxes are world boxes, margin included', () => {
  const collider = new Collider(new Sphere(1), { position: [3, 0, 0], margin: 0.5 });
  const helper = new EncounterHelper([collider], { shapes: false, boxes: true });
  expect(ends(helper)).toHaveLength(24);
  expect(new Box3().setFromPoints(ends(helper))).toEqual(
    new Box3(new Vector3(1.5, -1.5, -1.5), new Vector3(4.5, 1.5, 1.5)),
  );
});

test('the boxes of a level hold the mesh, more of them the deeper', () => {
  const mesh = SHAPES.mesh;
  const collider = new Collider(mesh, { position: [5, 0, 0] });
  const { min, max } = collider.bounds();
  let last = 0;
  for (const treeLevel of [0, 1, 2, 5]) {
    const points = ends(new EncounterHelper([collider], { shapes: false, treeLevel }));
    expect(points.length).toBeGreaterThan(last);
    expect(points.length).toBeLessThanOrEqual(24 * 2 ** treeLevel);
    last = points.length;
    const drawn = new Box3().setFromPoints(points);
    expect(drawn.min.distanceTo(new Vector3().copy(min))).toBeLessThan(1e-5);
    expect(drawn.max.distanceTo(new Vector3().copy(max))).toBeLessThan(1e-5);
  }
  const compound = new Collider(SHAPES.compound);
  expect(ends(new EncounterHelper([compound], { shapes: false, treeLevel: 1 }))).toHaveLength(2 * 24);
});

describe('contacts', () => {
  test('points and normals of a scene', () => {
    const floor = new Collider(new Halfspace([0, 1, 0], 0));
    const wall = new Collider(new Halfspace([1, 0, 0], -50));
    const ball = new Collider(new Sphere(1), { position: [2, 0.5, 0] });
    const world = new Scene().add(floor, wall, ball);
    const helper = new EncounterHelper(world, { shapes: false, normalLength: 2 });
    const points = ends(helper);
    expect(points).toHaveLength(8); // a cross and a normal
    expect(Math.abs(points[7].y - points[6].y)).toBeCloseTo(2, 6);
    expect(points[7].x).toBeCloseTo(2, 6);

    ball.setPosition([2, 5, 0]);
    expect(ends(helper.update())).toHaveLength(0);
    world.remove(ball);
    expect(ends(helper.update())).toHaveLength(0);
  });
});

test('has a colour for each kind, is never picked, and can be disposed of', () => {
  const collider = new Collider(new Box([1, 1, 1]));
  const helper = new EncounterHelper([collider], { boxes: true, colors: { shapes: '#ffffff', boxes: 0x000000 } });
  const { color } = helper.geometry.attributes;
  expect([color.getX(0), color.getX(23), color.getX(24), color.getX(47)]).toEqual([1, 1, 0, 0]);
  expect(new Raycaster(new Vector3(0.5, 0.5, 5), new Vector3(0, 0, -1)).intersectObject(helper)).toEqual([]);
  let disposed = 0;
  helper.geometry.addEventListener('dispose', () => disposed++);
  helper.material.addEventListener('dispose', () => disposed++);
  helper.dispose();
  expect(disposed).toBe(2);
});
