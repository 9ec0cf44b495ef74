import type { Collider } from '../bodies/collider.ts';

/**
 * A program that makes the same pair again: shapes, placements and margins at full precision, ready to be pasted into a bug
 * report or a test.
 *
 * @example
 * console.log(describeQuery(a, b));
 */
export function describeQuery(a: Collider, b: Collider): string {
  const code = `const a = ${describeCollider(a)};\nconst b = ${describeCollider(b)};`;
  const names = new Set(['Collider', 'signedDistance', ...(code.match(/(?<=new )\w+/g) ?? [])]);
  return `import { ${[...names].sort().join(', ')} } from 'encounter';

${code}
console.log(signedDistance(a, b));
`;
}

function describeCollider(c: Collider): string {
  const matrix = Array.from(c.getMatrix(), number).join(', ');
  const margin = c.margin > 0 ? `, margin: ${c.margin}` : '';
  return `new Collider(${c.shape}, { matrix: [${matrix}]${margin} })`;
}

/** A number as code that reads back as the same double, −0 included. */
function number(x: number): string {
  return Object.is(x, -0) ? '-0' : String(x);
}
