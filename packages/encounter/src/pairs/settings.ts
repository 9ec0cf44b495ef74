import type { Body } from '../bodies/body.ts';
import type { PairCache } from '../convex/pair-cache.ts';
import type { Vec3 } from '../math/vec3.ts';

/** Options of a query with the defaults filled in. An object, because numbers passed through many calls are allocated on the heap. */
export class QuerySettings {
  /** The accuracy asked, relative to the extent of the smaller shape; zero for the default. */
  accuracy = 0;
  /** The extent that `accuracy` is relative to; zero means that of the smaller body. */
  extent = 0;
  maxDistance: number = Infinity;
  cache: PairCache | undefined;
  /** For a ray: 1 to meet triangles from the front only, −1 from behind only, 0 for both. */
  side = 0;
  /** For a cast of bodies that touch at the start: a contact counts only if it leads deeper than this. Zero for bodies that are apart. */
  resting = 0;
  /** For a cast of two convex bodies: the direction from A to B that it begins with, in the query frame of the pair. */
  start: Vec3 | undefined;
  /**
   * For a cast of a convex body against a mesh: unit vectors in the world, three numbers each, along which the body moves away from parts
   * of the mesh, or beside them. Any will do; those of the contacts that it slides along spare most casts of single triangles.
   */
  hints: Float64Array | null = null;
  hintCount = 0;
  /** For a cast in which one body has parts: the other one, if it is convex. */
  whole: Body | null = null;
  /**
   * In such a cast with a triangle that has a front, this decides whether `whole`, where it meets the triangle and gets no deeper, is
   * stopped nevertheless because it is flat and comes from the front. Null elsewhere.
   */
  flat: FlatStop | null = null;
}

/** Decides whether a flat body is stopped by the edge of a triangle: FlatMover, as an interface because that reads the settings. */
interface FlatStop {
  isStopped(a: Body, b: Body, settings: QuerySettings): boolean;
}
