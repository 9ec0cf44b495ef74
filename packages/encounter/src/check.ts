/**
 * Argument checks of constructors and setters. Each throws an error that names the argument and the value it got:
 * a TypeError when the argument is not of the right kind, a RangeError when its value is out of range.
 */

/** A value as messages show it: for an object of a class the name of the class, for a long list its beginning. */
export function show(value: unknown): string {
  try {
    const kind = (value as object | undefined)?.constructor?.name ?? 'Object';
    if (kind === 'Object' || kind === 'Array' || kind === 'String') return `${JSON.stringify(value)}`.slice(0, 200);
    if (typeof value === 'object') return `a ${kind}`;
  } catch {}
  // A class or function up to its body.
  return String(value).split('{')[0];
}

/** Throws the error of an argument that breaks a rule. */
export function wrong(name: string, rule: string, value: unknown, kind: ErrorConstructor = TypeError): never {
  throw new kind(`${name} must ${rule}, got ${show(value)}`);
}

/** Throws a TypeError if there is an unknown option. Every query calls this, so it allocates nothing. */
export function checkOptions(options: object, known: readonly string[]): void {
  if (Object(options) !== options) wrong('options', 'be an object', options);
  for (const key in options) if (!known.includes(key)) unknown(key, known);
}

/** Separate from `checkOptions`, so that engines inline that. Properties that a library added to Object.prototype are not options. */
function unknown(key: string, known: readonly string[]): void {
  if (key in {}) return;
  // If no name shares more than half of its letters, list all options.
  let best = 0.5;
  let meant = known.join(', ');
  for (const name of known) {
    const share = likeness(key.toLowerCase(), name.toLowerCase());
    if (share <= best) continue;
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

/** Throws unless a value is a collider, judged by the property that queries read. */
export function requireCollider(name: string, value: { readonly m?: unknown }): void {
  if (value?.m === undefined) wrong(name, 'be a Collider', value);
}

/** Throws unless the length of a list is a count and its last element exists. Returns the length. */
export function requireLength(name: string, list: ArrayLike<unknown>): number {
  const { length } = list;
  if (!Number.isSafeInteger(length) || length < 0) throw new TypeError(`${name}.length must be a count, got ${length}`);
  // A wrong length is detected before memory of that size is allocated. Other holes are detected where they are read.
  if (length > 0 && list[length - 1] === undefined)
    throw new TypeError(`${name}[${length - 1}] is missing, though ${name}.length is ${length}`);
  return length;
}
