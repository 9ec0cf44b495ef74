/**
 * The plain values that primitive tests take, and the results they fill. A value is any object with these fields: three.js's own
 * `Box3`, `Sphere`, `Triangle` and `Ray` are some. Points are `{x, y, z}` or `[x, y, z]`.
 */
import { Vec3, type Vec3Input } from '../math/vec3.ts';

/** All points between two, which may be one. */
export interface SegmentValue {
  readonly from: Vec3Input;
  readonly to: Vec3Input;
}

/** All points from + t·direction with t ≥ 0; `direction` is of any length but zero. With `origin` for `from` it is three.js's Ray. */
export type RayValue =
  | { readonly from: Vec3Input; readonly direction: Vec3Input }
  | { readonly origin: Vec3Input; readonly direction: Vec3Input };

/** All points with normal·x = offset; `normal` is of any length but zero. */
export interface PlaneValue {
  readonly normal: Vec3Input;
  readonly offset: number;
}

/** A solid ball; radius 0 is a point. */
export interface SphereValue {
  readonly center: Vec3Input;
  readonly radius: number;
}

/** A solid box along the axes; it may be flat. */
export interface BoxValue {
  readonly min: Vec3Input;
  readonly max: Vec3Input;
}

/** A solid box along three axes of its own, which are unit vectors at right angles; `half` are half its sizes. */
export interface ObbValue {
  readonly center: Vec3Input;
  readonly axes: readonly [Vec3Input, Vec3Input, Vec3Input] | readonly Vec3Input[];
  readonly half: Vec3Input;
}

/** It may be flat: a segment or a point. */
export interface TriangleValue {
  readonly a: Vec3Input;
  readonly b: Vec3Input;
  readonly c: Vec3Input;
}

/**
 * The region that a closed flat outline surrounds: simple, convex or not. A hole is joined to the outside by two opposite edges in
 * one place. Repeated points are allowed.
 */
export interface PolygonValue {
  readonly points: ArrayLike<Vec3Input>;
}

/** Nearest points of two things; where they meet, distance 0 and a common point twice. */
export class Closest {
  distance = 0;
  readonly pointA: Vec3 = new Vec3();
  readonly pointB: Vec3 = new Vec3();
}

/** Where a ray hits: point = from + t·direction, and the unit normal of the surface on the side that the ray comes from. */
export class Hit {
  t = 0;
  readonly point: Vec3 = new Vec3();
  readonly normal: Vec3 = new Vec3();
}

/** How deep two things overlap: moving B by depth·normal brings them into touching contact, and pointA = pointB + depth·normal. */
export class Penetration {
  depth = 0;
  /** Unit, from A to B. */
  readonly normal: Vec3 = new Vec3();
  readonly pointA: Vec3 = new Vec3();
  readonly pointB: Vec3 = new Vec3();
}

/** A point of the plane; a three.js Vector2 fits. */
export type Vec2Input = { readonly x: number; readonly y: number } | ArrayLike<number>;

/** A convex polygon of the plane, solid, by its corners in order, in either sense of rotation. It may be a segment or a point. */
export type Polygon2Value = ArrayLike<Vec2Input>;

/** How deep two polygons of the plane overlap: moving B by depth·normal brings them into touching contact. */
export class Penetration2 {
  depth = 0;
  /** Unit, from A to B. */
  readonly normal: [number, number] = [1, 0];
}
