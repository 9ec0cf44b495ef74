/** Meshes made by formula. Coordinates are rounded, so that a mesh written out as code is short and still exact. */
import { Mesh } from 'encounter';
import {
  type BufferGeometry,
  IcosahedronGeometry,
  PlaneGeometry,
  TorusGeometry,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';
import { round } from '../shell/format.ts';

export type ModelName = 'knot' | 'hare' | 'ring' | 'sheet';

export const MODELS: readonly { value: ModelName; label: string }[] = [
  { value: 'knot', label: 'Torus knot' },
  { value: 'hare', label: 'Hare' },
  { value: 'ring', label: 'Ring' },
  { value: 'sheet', label: 'Wavy sheet (open)' },
];

/** The sheet has no inside and is a soup in any case. */
export function makeModel(name: ModelName, solid: boolean): Mesh {
  switch (name) {
    case 'knot':
      return fromGeometry(new TorusKnotGeometry(0.9, 0.28, 112, 12), solid);
    case 'ring':
      return fromGeometry(new TorusGeometry(0.9, 0.3, 16, 48), solid);
    case 'hare':
      return fromGeometry(hare(), solid);
    case 'sheet':
      return fromGeometry(sheet(), false);
  }
}

/** A bump on the unit sphere: where, how high, and how wide as an angle. */
type Bump = readonly [direction: readonly [number, number, number], height: number, width: number];

const HARE: readonly Bump[] = [
  [[0.62, 0.5, 0], 0.55, 0.5], // head
  [[0.42, 1, 0.2], 0.85, 0.15], // ears
  [[0.42, 1, -0.2], 0.85, 0.15],
  [[1, 0.32, 0], 0.24, 0.2], // snout
  [[-1, -0.12, 0], 0.28, 0.2], // tail
  [[0.65, -0.75, 0.4], 0.3, 0.24], // paws
  [[0.65, -0.75, -0.4], 0.3, 0.24],
  [[-0.5, -0.8, 0.5], 0.26, 0.32],
  [[-0.5, -0.8, -0.5], 0.26, 0.32],
];

/** A sphere with bumps. */
function hare(): BufferGeometry {
  const geometry = new IcosahedronGeometry(1, 15);
  const position = geometry.getAttribute('position');
  const at = new Vector3();
  const bumps = HARE.map(([direction, height, width]) => ({
    at: new Vector3(...direction).normalize(),
    height,
    width,
  }));
  for (let i = 0; i < position.count; i++) {
    at.fromBufferAttribute(position, i).normalize();
    let radius = 0.72;
    for (const bump of bumps) radius += bump.height * Math.exp(-((at.angleTo(bump.at) / bump.width) ** 2));
    at.multiplyScalar(radius);
    position.setXYZ(i, at.x, at.y - 0.15, at.z * 0.85);
  }
  return geometry;
}

function sheet(): BufferGeometry {
  const geometry = new PlaneGeometry(3, 3, 30, 30).rotateX(-Math.PI / 2);
  const position = geometry.getAttribute('position');
  for (let i = 0; i < position.count; i++)
    position.setY(i, 0.22 * Math.sin(2.6 * position.getX(i)) * Math.cos(2.2 * position.getZ(i)));
  return geometry;
}

/** A mesh of a geometry's triangles. */
export function fromGeometry(geometry: BufferGeometry, solid: boolean): Mesh {
  geometry.deleteAttribute('uv');
  geometry.deleteAttribute('normal');
  // What is the same vertex to the eye becomes one: the geometries of three.js repeat those along seams.
  const merged = mergeVertices(geometry, 1e-4);
  const positions = Array.from(merged.getAttribute('position').array, (x) => round(x, 3));
  return new Mesh({ positions, indices: Array.from(merged.getIndex()!.array), solid });
}
