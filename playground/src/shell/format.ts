/** Numbers as people read them: a true minus sign, no −0, digits that do not jump. */

export function fixed(x: number, digits = 4): string {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? '–' : x > 0 ? '∞' : '−∞';
  const text = Math.abs(x).toFixed(digits);
  return x < 0 && Number(text) !== 0 ? `−${text}` : text;
}

export function vector(v: { x: number; y: number; z: number }, digits = 3): string {
  return `${fixed(v.x, digits)}  ${fixed(v.y, digits)}  ${fixed(v.z, digits)}`;
}

/** The error of a result, to one digit and rounded up: what is shown is still a bound. */
export function uncertainty(error: number): string {
  if (!(error > 0 && error < Infinity)) return error === 0 ? '± 0' : 'nothing is proven';
  const exponent = Math.floor(Math.log10(error));
  const digit = Math.ceil(Number((error / 10 ** exponent).toPrecision(12)));
  return `± ${Number(`${digit}e${exponent}`)}`.replace('e-', 'e−');
}

/** A time given in milliseconds, in the unit that suits it. */
export function duration(ms: number): string {
  if (ms < 0.00995) return `${fixed(ms * 1000, 2)} µs`;
  if (ms < 0.995) return `${significant(ms * 1000)} µs`;
  return `${significant(ms)} ms`;
}

/** Thousands apart by narrow spaces. */
export function count(n: number): string {
  return Math.round(n)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

function significant(x: number): string {
  return fixed(x, x < 10 ? 2 : x < 100 ? 1 : 0);
}

/** Rounds to so many decimals: what is put into an address and read back is then the same number. */
export function round(x: number, decimals = 4): number {
  const factor = 10 ** decimals;
  return Math.round(x * factor) / factor + 0;
}
