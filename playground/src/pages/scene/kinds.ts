/** The kinds of objects that fly about: one shape each, which all objects of the kind share, and how it is drawn. */
import { Box, Capsule, Cylinder, type Shape, Sphere } from 'encounter';
import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  SphereGeometry,
  TorusGeometry,
} from 'three';
import { CATALOGUE } from '../../shapes/catalogue.ts';
import { shapeGeometry } from '../../shapes/geometry.ts';
import { fromGeometry } from '../../shapes/models.ts';

export interface Kind {
  readonly label: string;
  /** Its part of the objects; all of them make 1. */
  readonly share: number;
  readonly shape: Shape;
  /** Brings the shape to about the size of the others. */
  readonly scale: number;
  /** Coarse where it is round: there are thousands. */
  geometry(): BufferGeometry;
}

export function makeKinds(): Kind[] {
  const hull = CATALOGUE['polytope'].make({ points: 28, seed: 3 });
  // A soup: how deep one is in another is the matter of a few triangles, not of all, and there are many to ask about.
  const ring = fromGeometry(new TorusGeometry(0.9, 0.3, 8, 20), false);
  return [
    {
      label: 'box',
      share: 0.25,
      shape: new Box([1, 0.75, 1.2]),
      scale: 1,
      geometry: () => new BoxGeometry(1, 0.75, 1.2),
    },
    {
      label: 'sphere',
      share: 0.2,
      shape: new Sphere(0.55),
      scale: 1,
      geometry: () => new SphereGeometry(0.55, 18, 12),
    },
    {
      label: 'capsule',
      share: 0.18,
      shape: new Capsule(0.34, 0.8),
      scale: 1,
      geometry: () => new CapsuleGeometry(0.34, 0.8, 4, 14),
    },
    {
      label: 'cylinder',
      share: 0.17,
      shape: new Cylinder(0.46, 1),
      scale: 1,
      geometry: () => new CylinderGeometry(0.46, 0.46, 1, 20),
    },
    { label: 'hull', share: 0.17, shape: hull, scale: 0.6, geometry: () => shapeGeometry(hull) },
    { label: 'ring, a mesh', share: 0.03, shape: ring, scale: 0.75, geometry: () => shapeGeometry(ring) },
  ];
}
