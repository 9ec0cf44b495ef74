import type { PairCache } from '../convex/pair-cache.ts';

/** Options of a query with the defaults filled in: an object, as numbers passed through many calls get allocated. */
export class QuerySettings {
  /** Relative to the extent of the smaller shape; zero for the default. */
  accuracy = 0;
  /** The extent that `accuracy` is relative to; zero for that of the smaller of the two bodies. */
  extent = 0;
  maxDistance: number = Infinity;
  cache: PairCache | undefined;
  /** Of a cast: whether the two touch at the start, without approaching each other. */
  sliding = false;
}
