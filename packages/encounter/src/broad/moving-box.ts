/**
 * A box that moves along a straight line, against boxes at rest (§3.3.2, slabs). A ray is one whose box is a point.
 *
 * On each axis the moving interval [min, max] meets [a, b] from the time at which max reaches a until min leaves b, or the other way
 * round when it moves down. Both times are a difference of two given numbers over a third, so their error is relative, and a factor
 * covers it, however far from the origin everything is. The sign of a difference is exact: so are the answers at the start.
 */
import { EXIT_SLACK } from '../tolerances.ts';
import type { Coordinates } from './broad-phase.ts';

/** Places in `line`: the box at the start, its motion, how much of that is still of interest, and where the last box was entered. */
export const MIN = 0;
export const MAX = 3;
export const MOTION = 6;
export const REACH = 9;
export const ENTRY = 10;
export const EXIT = 11;

export class MovingBox {
  /** All in one array: as arguments, results or fields, doubles may be allocated on the heap. */
  readonly line: Float64Array = new Float64Array(12);

  /** Becomes a point that moves from one place to another. */
  setRay(from: Coordinates, to: Coordinates): void {
    const { line } = this;
    line[MIN] = line[MAX] = from.x;
    line[MIN + 1] = line[MAX + 1] = from.y;
    line[MIN + 2] = line[MAX + 2] = from.z;
    line[MOTION] = to.x - from.x;
    line[MOTION + 1] = to.y - from.y;
    line[MOTION + 2] = to.z - from.z;
    line[REACH] = 1;
  }

  setBox(min: Coordinates, max: Coordinates, translation: Coordinates): void {
    const { line } = this;
    line[MIN] = min.x;
    line[MIN + 1] = min.y;
    line[MIN + 2] = min.z;
    line[MAX] = max.x;
    line[MAX + 1] = max.y;
    line[MAX + 2] = max.z;
    line[MOTION] = translation.x;
    line[MOTION + 1] = translation.y;
    line[MOTION + 2] = translation.z;
    line[REACH] = 1;
  }

  /**
   * Whether it meets the box at boxes[k …] while it is of interest. If so, line[ENTRY] and line[EXIT] are when it enters and leaves,
   * within 0 … 1.
   */
  meets(boxes: Float64Array, k: number): boolean {
    const { line } = this;
    let enter = 0;
    let exit = 1;
    for (let c = 0; c < 3; c++) {
      const r = line[MOTION + c];
      const ahead = boxes[k + c] - line[MAX + c];
      const behind = boxes[k + c + 3] - line[MIN + c];
      if (r > 0) {
        if (ahead > 0 && ahead / r > enter) enter = ahead / r;
        const leave = (behind / r) * EXIT_SLACK;
        if (leave < exit) exit = leave;
      } else if (r < 0) {
        if (behind < 0 && behind / r > enter) enter = behind / r;
        const leave = (ahead / r) * EXIT_SLACK;
        if (leave < exit) exit = leave;
      } else if (!(ahead <= 0 && behind >= 0)) return false;
    }
    line[ENTRY] = enter;
    line[EXIT] = exit;
    return enter <= exit && enter <= line[REACH];
  }
}
