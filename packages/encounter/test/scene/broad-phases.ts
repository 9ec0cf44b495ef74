/** The broad phases that the index exports, by name: one that is written later joins the tests by being exported. */
import * as lib from '../../src/index.ts';

export type AnyBroadPhase = lib.BroadPhase<never>;

const NAMES = ['BruteForce', 'SweepAndPrune', 'Grid', 'DynamicAabbTree'];

const exported = lib as unknown as Record<string, (new () => AnyBroadPhase) | undefined>;

/** Every broad phase there is, and the one that a scene takes by itself. */
export const BROAD_PHASES: readonly { readonly name: string; readonly make: () => AnyBroadPhase | undefined }[] = [
  { name: 'default', make: () => undefined },
  ...NAMES.flatMap((name) => {
    const Phase = exported[name];
    return Phase === undefined ? [] : [{ name, make: () => new Phase() }];
  }),
];
