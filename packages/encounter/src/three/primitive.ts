/** The exact shape of a parametric geometry of three.js. */
import type { BufferGeometry } from 'three';
import { checkOptions } from '../check.ts';
import { Capsule } from '../complex/capsule.ts';
import { Cone } from '../complex/cone.ts';
import { Cylinder } from '../complex/cylinder.ts';
import { Box } from '../shapes/box.ts';
import { Placed } from '../shapes/placed.ts';
import type { Shape } from '../shapes/shape.ts';
import { Sphere } from '../shapes/sphere.ts';
import { GEOMETRY_OPTIONS, type GeometryOptions, meshFromGeometry, positionOf } from './geometry.ts';

export interface ShapeOptions extends GeometryOptions {
  /** Whether three's own boxes, spheres, cylinders, cones and capsules become the shapes of these names. Default true. */
  exact?: boolean;
}

/**
 * Box, Sphere, Cylinder, Cone or Capsule for three's geometry of that name, else the geometry's triangles. The shape is truly round,
 * though the geometry has flat faces. Partial and open geometries, and those that were changed after they were made
 * (`geometry.translate(…)` and the like), become triangles.
 */
export function shapeFromGeometry(geometry: BufferGeometry, options: ShapeOptions = {}): Shape {
  checkOptions(options, [...GEOMETRY_OPTIONS, 'exact']);
  const { exact = true, ...rest } = options;
  const plain = rest.groups === undefined && rest.positions === undefined;
  return (exact && plain ? primitiveFromGeometry(geometry) : null) ?? meshFromGeometry(geometry, rest);
}

/** The arguments that a geometry was made with, as three keeps them. */
type Parameters = Readonly<Record<string, number | boolean | undefined>>;

const FULL = 2 * Math.PI;

const MAKERS: Readonly<Record<string, (p: Parameters) => Shape | null>> = {
  BoxGeometry: ({ width, height, depth }) => sized(width, height, depth) && new Box([width, height, depth] as Triple),
  SphereGeometry: ({ radius, phiLength, thetaStart, thetaLength }) =>
    sized(radius) && phiLength === FULL && thetaStart === 0 && thetaLength === Math.PI
      ? new Sphere(radius as number)
      : null,
  CylinderGeometry: ({ radiusTop, radiusBottom, ...p }) => tapered(radiusTop, radiusBottom, p),
  ConeGeometry: ({ radius, ...p }) => tapered(0, radius, p),
  // The straight part is called `length` in some versions.
  CapsuleGeometry: ({ radius, height, length }) =>
    sized(radius, height ?? length) && new Capsule(radius as number, (height ?? length) as number),
};

type Triple = [number, number, number];
type Parameter = number | boolean | undefined;

/** Null unless all are valid sizes: three also accepts negative ones, and turns the geometry inside out. */
function sized(...sizes: Parameter[]): true | null {
  return sizes.every((size) => typeof size === 'number' && size >= 0) || null;
}

/** Half a turn about x, for a cone that stands on its apex. */
const UPSIDE_DOWN = { orientation: [1, 0, 0, 0] } as const;

function tapered(top: Parameter, bottom: Parameter, { height, openEnded, thetaLength }: Parameters): Shape | null {
  if (!sized(top, bottom, height) || openEnded || thetaLength !== FULL) return null;
  const h = height as number;
  if (top === bottom) return new Cylinder(top as number, h);
  if (top === 0) return new Cone(bottom as number, h);
  return bottom === 0 ? new Placed(new Cone(top as number, h), UPSIDE_DOWN) : null;
}

function primitiveFromGeometry(geometry: BufferGeometry): Shape | null {
  const { parameters } = geometry as { parameters?: Parameters };
  const make = Object.hasOwn(MAKERS, geometry.type) ? MAKERS[geometry.type] : undefined;
  if (parameters === undefined || make === undefined || !isAsMade(geometry, parameters)) return null;
  return make(parameters);
}

/**
 * Whether a geometry still has the vertices that its parameters give. The parameters do not show `translate`, `scale`, `rotateX` and
 * the like, so the geometry is made again and compared.
 */
function isAsMade(geometry: BufferGeometry, parameters: Parameters): boolean {
  const { fromJSON } = geometry.constructor as { fromJSON?: (data: Parameters) => BufferGeometry };
  if (fromJSON === undefined) return false;
  const { start, count } = geometry.drawRange;
  const made = fromJSON(parameters);
  if (start > 0 || count < (made.index?.count ?? 0) || geometry.index?.count !== made.index?.count) return false;
  const have = positionOf(geometry).array;
  const want = positionOf(made).array;
  if (have.length !== want.length) return false;
  for (let i = 0; i < have.length; i++) if (have[i] !== want[i]) return false;
  return true;
}
