/**
 * Argument checks of constructors and setters. Each throws an error that names the argument and the value it got:
 * a TypeError when the argument is not of the right kind, a RangeError when its value is out of range.
 */

export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'object' && value !== null) {
    try {
      return (
        JSON.stringify(value, (_, v) => (typeof v === 'number' && !Number.isFinite(v) ? String(v) : v)) ?? 'object'
      );
    } catch {
      return Object.prototype.toString.call(value);
    }
  }
  return String(value);
}

export function finite(name: string, value: number): number {
  if (typeof value !== 'number') throw new TypeError(`${name} must be a number, got ${show(value)}`);
  if (!Number.isFinite(value)) throw new RangeError(`${name} must be finite, got ${value}`);
  return value;
}

export function nonNegative(name: string, value: number): number {
  finite(name, value);
  if (value < 0) throw new RangeError(`${name} must not be negative, got ${value}`);
  return value;
}
