/**
 * Argument checks of constructors and setters. Each throws an error that names the argument and the value it got:
 * a TypeError when the argument is not of the right kind, a RangeError when its value is out of range.
 */

/** A value as messages show it. Of an object of some class they name the class, and of a long list they show the beginning. */
export function show(value: unknown): string {
  try {
    const kind = (value as object | undefined)?.constructor?.name ?? 'Object';
    if (kind === 'Object' || kind === 'Array' || kind === 'String') return `${JSON.stringify(value)}`.slice(0, 200);
    if (typeof value === 'object') return `a ${kind}`;
  } catch {}
  // Of a class or function as far as its body.
  return String(value).split('{')[0];
}

/** Throws the error of an argument that breaks a rule. */
export function wrong(name: string, rule: string, value: unknown, kind: ErrorConstructor = TypeError): never {
  throw new kind(`${name} must ${rule}, got ${show(value)}`);
}

/** Throws a TypeError if there is an option that is not known. Queries call it each time, so it allocates nothing. */
export function checkOptions(options: object, known: readonly string[]): void {
  if (Object(options) !== options) wrong('options', 'be an object', options);
  for (const key in options) if (!known.includes(key)) unknown(key, known);
}

/** Apart from `checkOptions`, so that engines inline that. What a library may have added to Object.prototype is no option. */
function unknown(key: string, known: readonly string[]): void {
  if (key in {}) return;
  let best = 0;
  // Where no name is half alike, the message lists all.
  let meant = known.join(', ');
  for (const name of known) {
    const share = likeness(key.toLowerCase(), name.toLowerCase());
    if (share <= 0.5 || share <= best) continue;
    best = share;
    meant = name;
  }
  throw new TypeError(`unknown option '${key}': did you mean ${meant}?`);
}

/** The share of their letters that two words have in common in the same order: 1 for equal words. */
function likeness(a: string, b: string): number {
  const row: number[] = new Array(b.length + 1).fill(0);
  for (const letter of a) {
    let diagonal = 0;
    for (let j = 1; j <= b.length; j++) {
      const above = row[j];
      row[j] = letter === b[j - 1] ? diagonal + 1 : Math.max(above, row[j - 1]);
      diagonal = above;
    }
  }
  return (2 * row[b.length]) / (a.length + b.length);
}

/** Throws unless a value is a collider, by what queries read of it. */
export function requireCollider(name: string, value: { readonly m?: unknown }): void {
  if (value?.m === undefined) wrong(name, 'be a Collider', value);
}

/** Throws unless a list has as many elements as it says. */
export function requireLength(name: string, list: ArrayLike<unknown>): number {
  const { length } = list;
  if (!Number.isSafeInteger(length) || length < 0) throw new TypeError(`${name}.length must be a count, got ${length}`);
  // A length that is not true is found out before memory of that size is asked for. Other holes are found where they are read.
  if (length > 0 && list[length - 1] === undefined)
    throw new TypeError(`${name}[${length - 1}] is missing, though ${name}.length is ${length}`);
  return length;
}
