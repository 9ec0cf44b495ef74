/** The pair as a program. */
import type { Shape } from 'encounter';
import type { Quaternion } from 'three';
import { colliderCode, importCode } from '../../shapes/code.ts';
import type { BodyState } from './state.ts';

export interface CodeBody {
  readonly shape: Shape;
  readonly state: BodyState;
  readonly orientation: Quaternion;
}

export function pairCode(a: CodeBody, b: CodeBody): string {
  const code = `const a = ${bodyCode(a)};\nconst b = ${bodyCode(b)};`;
  return `${importCode(code, ['signedDistance'])}

${code}

const { distance, normal, pointA, pointB } = signedDistance(a, b);
console.log(distance, normal, pointA, pointB);
`;
}

function bodyCode({ shape, state, orientation }: CodeBody): string {
  return colliderCode({ ...state, shape, orientation: state.turn.some((x) => x !== 0) ? orientation : null });
}
