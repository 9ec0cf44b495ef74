/** The pair as a program that prints the steps. */
import { importCode, listCode } from '../../shapes/code.ts';
import type { Pair } from './pair.ts';

export function stepsCode({ a, b, matrixB, earlierB, state: { position, turn, warm } }: Pair): string {
  // A turn as a matrix, as the page has it: from a quaternion the last bits would not be the same.
  const turned = turn.some((x) => x !== 0);
  const parts = [
    `const a = new Collider(${a.shape});`,
    `const b = new Collider(${b.shape}, { ${turned ? `matrix: [${matrixB.elements.join(', ')}]` : `position: ${listCode(position)}`} });`,
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
