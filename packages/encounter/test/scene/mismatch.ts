/** What is wrong, said as an error. */
export class Mismatch extends Error {}

export function same<T>(actual: T, expected: T, what: string): void {
  if (!Object.is(actual, expected)) throw new Mismatch(`${what}: ${actual}, expected ${expected}`);
}

export function near(actual: number, expected: number, error: number, what: string): void {
  if (!(Math.abs(actual - expected) <= error)) throw new Mismatch(`${what}: ${actual}, expected ${expected}`);
}
