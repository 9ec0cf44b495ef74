/** The two motions as a program. */
import type { Motion } from 'encounter';
import { colliderCode, importCode } from '../../shapes/code.ts';
import { orientation } from '../../shell/triple.ts';
import type { Body } from './body.ts';

export function motionCode(a: Body, b: Body): string {
  const code = `const a = ${bodyCode(a)};\nconst b = ${bodyCode(b)};`;
  return `${importCode(code, ['placeAlong', 'timeOfImpact'])}

${code}
const motionA = ${motionText(a.motion)};
const motionB = ${motionText(b.motion)};

const impact = timeOfImpact(a, motionA, b, motionB);
console.log(impact === null ? 'no impact' : impact.t);
if (impact !== null) {
  const { point, normal, gap } = impact;
  console.log(point, normal, gap);
  placeAlong(a, motionA, impact.t);
  placeAlong(b, motionB, impact.t);
}
`;
}

function bodyCode({ shape, state: { position, turn } }: Body): string {
  return colliderCode({ shape, position, orientation: turn.some((x) => x !== 0) ? orientation(turn) : null });
}

function motionText(motion: Motion | null): string {
  if (motion === null) return 'null';
  const parts = Object.entries(motion).map(([key, value]) => `${key}: [${value.join(', ')}]`);
  return `{ ${parts.join(', ')} }`;
}
