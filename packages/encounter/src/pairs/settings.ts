import type { PairCache } from '../convex/pair-cache.ts';

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
  /** For a cast: whether the two bodies touch at the start, without approaching each other. */
  sliding = false;
}
