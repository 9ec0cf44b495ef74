/** The pair as a program that prints the steps. */
import { Quaternion, Vector3 } from 'three';
import { colliderCode, importCode } from '../../shapes/code.ts';
import type { Triple } from '../../shell/triple.ts';
import type { Pair } from './pair.ts';

export function stepsCode({ a, b, matrixB, earlierB, state: { turn, warm } }: Pair): string {
  const position = new Vector3().setFromMatrixPosition(matrixB).toArray() as unknown as Triple;
  const orientation = turn.some((x) => x !== 0) ? new Quaternion().setFromRotationMatrix(matrixB) : null;
  const parts = [
    `const a = ${colliderCode({ shape: a.shape, position: [0, 0, 0], orientation: null })};`,
    `const b = ${colliderCode({ shape: b.shape, position, orientation })};`,
  ];
  if (warm && earlierB !== null)
    parts.push(`
// A query a little earlier leaves its last simplex in the cache.
const cache = new PairCache();
const earlier = new Collider(b.shape, { matrix: [${earlierB.elements.join(', ')}] });
recordQuery(a, earlier, { cache, exact: false });`);
  const code = parts.join('\n');
  return `${importCode(code, ['recordQuery'])}

${code}

// exact: false goes the general way also where the pair has a closed form.
const { steps, result } = recordQuery(a, b, { ${warm ? 'cache, ' : ''}exact: false });
for (const { algorithm, lower, upper, w } of steps) console.log(algorithm, lower, upper, w);
console.log(result.distance, result.iterations);
`;
}
