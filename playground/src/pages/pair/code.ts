/** The pair as a program. Like `describeQuery` of the library, but with placements in words, as one would write it. */
import type { Shape } from 'encounter';
import type { Quaternion } from 'three';
import type { BodyState, Triple } from './state.ts';

export interface CodeBody {
  readonly shape: Shape;
  readonly state: BodyState;
  readonly orientation: Quaternion;
}

const LONGEST_LINE = 240;

export function pairCode(a: CodeBody, b: CodeBody): string {
  const code = `const a = ${colliderCode(a)};\nconst b = ${colliderCode(b)};`;
  const names = new Set(['signedDistance', ...(code.match(/(?<=new )\w+/g) ?? [])]);
  return `import { ${[...names].sort().join(', ')} } from 'encounter';

${code}

const { distance, normal, pointA, pointB } = signedDistance(a, b);
console.log(distance, normal, pointA, pointB);
`;
}

/** The same to look at: the coordinates of meshes are cut short. */
export function abridged(code: string): string {
  return code
    .split('\n')
    .map((line) => {
      if (line.length <= LONGEST_LINE) return line;
      return `${line.slice(0, LONGEST_LINE)} … ${line.length - LONGEST_LINE} more characters, which Copy includes`;
    })
    .join('\n');
}

function colliderCode({ shape, state, orientation: q }: CodeBody): string {
  const options: string[] = [];
  const { position, turn, scale, margin } = state;
  if (position.some((x) => x !== 0)) options.push(`position: ${list(position)}`);
  if (turn.some((x) => x !== 0)) options.push(`orientation: [${q.x}, ${q.y}, ${q.z}, ${q.w}]`);
  if (scale.some((x) => x !== 1)) options.push(`scale: ${list(scale)}`);
  if (margin !== 0) options.push(`margin: ${margin}`);
  if (options.length === 0) return `new Collider(${shape})`;
  return `new Collider(${shape}, {\n  ${options.join(',\n  ')},\n})`;
}

const list = (v: Triple): string => `[${v.join(', ')}]`;
