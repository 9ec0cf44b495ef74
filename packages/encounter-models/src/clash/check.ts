/** Checks of what a caller gives, with errors that name the value. */

/** A value as messages show it. */
export function show(value: unknown): string {
  try {
    if (typeof value === 'function') return 'a function';
    const text = JSON.stringify(value);
    return text === undefined || typeof value === 'number' ? String(value) : text.slice(0, 200);
  } catch {
    return String(value);
  }
}

export function wrong(name: string, rule: string, value: unknown, kind: ErrorConstructor = TypeError): never {
  throw new kind(`${name} must ${rule}, got ${show(value)}`);
}

/** Throws unless the value is an object with known properties only. */
export function checkProperties(name: string, value: unknown, known: readonly string[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) wrong(name, 'be an object', value);
  for (const key of Object.keys(value as object))
    if (!known.includes(key)) throw new TypeError(`unknown property '${key}' of ${name}: it has ${known.join(', ')}`);
}

/** Throws unless the value is undefined or a length. Returns it. */
export function checkLength(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number') wrong(name, 'be a number', value);
  if (!(value >= 0 && value < Infinity)) wrong(name, 'be a length of at least 0', value, RangeError);
  return value;
}
