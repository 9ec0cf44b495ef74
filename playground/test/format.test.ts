/** The numbers that the pages show. */
import { expect, test } from 'vitest';
import { uncertainty } from '../src/shell/format.ts';

test('an error is shown with one digit, and never as less than it is', () => {
  for (const [error, text] of [
    [3e-15, '± 3e−15'],
    [3.1e-15, '± 4e−15'],
    [9.71e-15, '± 1e−14'],
    [0.0234, '± 0.03'],
    [1, '± 1'],
    [17, '± 20'],
    [0, '± 0'],
    [Infinity, 'nothing is proven'],
  ] as const)
    expect(uncertainty(error)).toBe(text);
});
