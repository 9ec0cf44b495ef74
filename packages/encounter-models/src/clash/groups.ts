/**
 * Groups of neighbouring clashes. Two clashes are neighbours if they have a part in common, are both overlaps (hard, contained, duplicate),
 * both touches or both clearances, and their regions, each grown on every side by half its longest side, overlap. A group is what neighbours
 * connect. Groups are numbered from 1 by the smallest id in them.
 */

import { boxPairs } from './box-pairs.ts';
import type { ClashKind, Finding } from './report.ts';

function classOf(kind: ClashKind): number {
  return kind === 'touch' ? 1 : kind === 'clearance' ? 2 : 0;
}

/** The group of each finding. The findings must be sorted by id. */
export function groupsOf(findings: readonly Finding[]): Int32Array {
  const up = Int32Array.from(findings, (_, i) => i);
  const find = (i: number): number => {
    while (up[i] !== i) {
      up[i] = up[up[i]];
      i = up[i];
    }
    return i;
  };
  const boxes = new Float64Array(6 * findings.length);
  const byPart = new Map<string, number[]>();
  findings.forEach(({ a, b, kind, region: { min, max } }, i) => {
    const grown = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 2;
    for (let k = 0; k < 3; k++) {
      boxes[6 * i + k] = min[k] - grown;
      boxes[6 * i + 3 + k] = max[k] + grown;
    }
    for (const part of [a, b]) {
      const key = `${classOf(kind)}${part}`;
      const list = byPart.get(key);
      if (list === undefined) byPart.set(key, [i]);
      else list.push(i);
    }
  });
  // What shares no part is no neighbour, so each part has its own search.
  for (const members of byPart.values()) {
    if (members.length === 1) continue;
    const own = new Float64Array(6 * members.length);
    members.forEach((i, n) => {
      own.set(boxes.subarray(6 * i, 6 * i + 6), 6 * n);
    });
    boxPairs(own, (m, n) => {
      const [r, s] = [find(members[m]), find(members[n])];
      // The lowest number is the root, so roots are in the order of the ids.
      up[Math.max(r, s)] = Math.min(r, s);
    });
  }
  const groups = new Int32Array(findings.length);
  let count = 0;
  for (let i = 0; i < findings.length; i++) groups[i] = find(i) === i ? ++count : groups[find(i)];
  return groups;
}
