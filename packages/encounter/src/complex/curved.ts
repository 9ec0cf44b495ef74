import { CURVED } from '../convex/gjk.ts';
import { LocalMinimum } from '../convex/local-minimum.ts';
import { approach } from '../convex/start.ts';

/** Installs what makes queries on cylinders and cones fast. */
export function installCurved(): void {
  CURVED.approach = approach;
  CURVED.minimum ??= new LocalMinimum();
}
