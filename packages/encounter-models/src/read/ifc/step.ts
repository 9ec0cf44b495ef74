/**
 * Looks through a STEP file (ISO 10303-21) before web-ifc gets it. web-ifc trusts its files: on one that is cut off, ends inside a string, refers to what
 * is not there or to itself, or leaves attributes out, it may run forever, and nobody can stop it. So the whole grammar is checked here, that entities
 * have their attributes, that every reference leads somewhere, and that none leads back to where it came from.
 */

export interface StepOptions {
  /** How deep lists may be nested. */
  readonly depth: number;
  /** How many attributes an entity of a class must at least have. */
  leastAttributes(type: string): number;
  /** Throws; gets a sentence without the name of the file. */
  fail(sentence: string): never;
}

const TAB = 9;
const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const HASH = 35;
const DOLLAR = 36;
const APOSTROPHE = 39;
const OPEN = 40;
const CLOSE = 41;
const STAR = 42;
const PLUS = 43;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const SLASH = 47;
const SEMICOLON = 59;
const EQUALS = 61;

/** web-ifc keeps numbers of entities in 32 bits. */
const LARGEST_ID = 2 ** 32 - 2;
/** Of a number in the file: beyond it products of coordinates overflow, and no building is that large in any unit. */
const LARGEST_NUMBER = 1e15;
/** More letters than any class of IFC has. */
const LONGEST_CLASS = 80;

/** Throws if the file is not as web-ifc needs it. */
export function checkStep(bytes: Uint8Array, options: StepOptions): void {
  new StepScanner(bytes, options).scan();
}

/** Numbers in one array that grows. */
class NumberList {
  data = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Uint32Array(2 * this.length);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }
}

class StepScanner {
  readonly #bytes: Uint8Array;
  readonly #options: StepOptions;
  #at = 0;
  readonly #leasts = new Map<string, number>();
  readonly #ids = new NumberList();
  /** Where the references of each entity begin in #references. */
  readonly #starts = new NumberList();
  readonly #references = new NumberList();

  constructor(bytes: Uint8Array, options: StepOptions) {
    this.#bytes = bytes;
    this.#options = options;
  }

  scan(): void {
    this.#space();
    if (!this.#word('ISO-10303-21')) this.#options.fail('it does not begin with ISO-10303-21, so it is no IFC file.');
    this.#expect(SEMICOLON, 'after ISO-10303-21');
    if (!this.#word('HEADER')) this.#unexpected('HEADER should be');
    this.#expect(SEMICOLON, 'after HEADER');
    while (!this.#word('ENDSEC')) {
      this.#keyword();
      this.#list(0);
      this.#expect(SEMICOLON, 'after a line of the header');
    }
    this.#expect(SEMICOLON, 'after ENDSEC');
    if (!this.#word('DATA')) this.#unexpected('DATA should be');
    this.#expect(SEMICOLON, 'after DATA');
    while (!this.#word('ENDSEC')) this.#entity();
    this.#expect(SEMICOLON, 'after ENDSEC');
    if (!this.#word('END-ISO-10303-21')) this.#unexpected('END-ISO-10303-21 should be');
    this.#starts.push(this.#references.length);
    this.#checkReferences();
  }

  #entity(): void {
    this.#expect(HASH, 'before the number of an entity');
    const id = this.#integer();
    this.#expect(EQUALS, `after #${id}`);
    this.#ids.push(id);
    this.#starts.push(this.#references.length);
    const type = this.#keyword().toUpperCase();
    const count = this.#list(0);
    if (count < this.#least(type))
      this.#options.fail(`#${id} is an ${type} with ${count} of ${this.#least(type)} attributes.`);
    this.#expect(SEMICOLON, `after #${id}`);
  }

  #least(type: string): number {
    let known = this.#leasts.get(type);
    if (known === undefined) {
      known = this.#options.leastAttributes(type);
      this.#leasts.set(type, known);
    }
    return known;
  }

  /** From ( to ); returns how many values there are. */
  #list(depth: number): number {
    if (depth > this.#options.depth)
      this.#options.fail(`lists are nested deeper than the limit of ${this.#options.depth} (limits.depth).`);
    this.#expect(OPEN, 'before a list');
    if (this.#bytes[this.#at] === CLOSE) {
      this.#at++;
      this.#space();
      return 0;
    }
    let count = 0;
    for (;;) {
      this.#value(depth);
      count++;
      if (this.#bytes[this.#at] !== COMMA) break;
      this.#at++;
      this.#space();
    }
    this.#expect(CLOSE, 'after a list');
    return count;
  }

  #value(depth: number): void {
    const bytes = this.#bytes;
    const code = bytes[this.#at];
    if (code === HASH) {
      this.#at++;
      this.#references.push(this.#integer());
    } else if (code === DOLLAR || code === STAR) this.#at++;
    else if (code === APOSTROPHE) this.#string();
    else if (code === QUOTE) this.#until(QUOTE);
    else if (code === OPEN) this.#list(depth + 1);
    else if (code === POINT) this.#until(POINT);
    else if (isLetter(code)) {
      this.#keyword();
      this.#list(depth + 1);
    } else this.#number();
    this.#space();
  }

  #string(): void {
    const bytes = this.#bytes;
    const from = this.#at++;
    for (; this.#at < bytes.length; this.#at++) {
      if (bytes[this.#at] !== APOSTROPHE) continue;
      // Two of them are one in the string.
      if (bytes[this.#at + 1] !== APOSTROPHE) break;
      this.#at++;
    }
    if (this.#at >= bytes.length)
      this.#options.fail(`it ends within a string that begins in line ${this.#line(from)}.`);
    this.#at++;
  }

  /** .ENUMERATION. or "BINARY": letters, digits and underscores only. */
  #until(end: number): void {
    const bytes = this.#bytes;
    this.#at++;
    while (isLetter(bytes[this.#at]) || isDigit(bytes[this.#at])) this.#at++;
    if (bytes[this.#at] !== end) this.#unexpected(`${JSON.stringify(String.fromCharCode(end))} should be`);
    this.#at++;
  }

  #number(): void {
    const bytes = this.#bytes;
    const from = this.#at;
    if (bytes[this.#at] === PLUS || bytes[this.#at] === MINUS) this.#at++;
    let digits = this.#digits();
    if (bytes[this.#at] === POINT) {
      this.#at++;
      digits += this.#digits();
    }
    if (digits === 0) this.#unexpected('a value should be');
    if (bytes[this.#at] === 69 || bytes[this.#at] === 101) {
      this.#at++;
      if (bytes[this.#at] === PLUS || bytes[this.#at] === MINUS) this.#at++;
      if (this.#digits() === 0) this.#unexpected('an exponent should be');
    }
    // Only long ones can be large.
    if (this.#at - from < 5) return;
    const text = String.fromCharCode(...bytes.subarray(from, Math.min(this.#at, from + 400)));
    if (!(Math.abs(Number(text)) <= LARGEST_NUMBER))
      this.#options.fail(`the number ${text.slice(0, 40)} in line ${this.#line(from)} is too large.`);
  }

  #digits(): number {
    const from = this.#at;
    while (isDigit(this.#bytes[this.#at])) this.#at++;
    return this.#at - from;
  }

  /** The digits after #, and the space after them. */
  #integer(): number {
    const bytes = this.#bytes;
    const from = this.#at;
    let value = 0;
    for (; isDigit(bytes[this.#at]); this.#at++) value = 10 * value + bytes[this.#at] - 48;
    if (this.#at === from) this.#unexpected('the number of an entity should be');
    if (value > LARGEST_ID || value === 0) this.#options.fail(`#${value} in line ${this.#line(from)} is no entity.`);
    this.#space();
    return value;
  }

  /** The name of a type. */
  #keyword(): string {
    const from = this.#at;
    while (isLetter(this.#bytes[this.#at]) || isDigit(this.#bytes[this.#at])) this.#at++;
    if (this.#at === from) this.#unexpected('the class of an entity should be');
    const text = String.fromCharCode(...this.#bytes.subarray(from, Math.min(this.#at, from + LONGEST_CLASS)));
    this.#space();
    return text;
  }

  /** Goes past that word if it comes, and says whether it did. */
  #word(text: string): boolean {
    const bytes = this.#bytes;
    for (let k = 0; k < text.length; k++) if (bytes[this.#at + k] !== text.charCodeAt(k)) return false;
    this.#at += text.length;
    this.#space();
    return true;
  }

  #expect(code: number, where: string): void {
    if (this.#bytes[this.#at] !== code) this.#unexpected(`${String.fromCharCode(code)} should be ${where}`);
    this.#at++;
    this.#space();
  }

  /** Past white space and comments. */
  #space(): void {
    const bytes = this.#bytes;
    for (;;) {
      const code = bytes[this.#at];
      if (code === SPACE || code === LINE_FEED || code === RETURN || code === TAB) this.#at++;
      else if (code === SLASH && bytes[this.#at + 1] === STAR) {
        const from = this.#at;
        this.#at += 2;
        while (this.#at < bytes.length && !(bytes[this.#at] === STAR && bytes[this.#at + 1] === SLASH)) this.#at++;
        if (this.#at >= bytes.length)
          this.#options.fail(`it ends within a comment that begins in line ${this.#line(from)}.`);
        this.#at += 2;
      } else return;
    }
  }

  #unexpected(wanted: string): never {
    const line = this.#line(this.#at);
    if (this.#at >= this.#bytes.length)
      return this.#options.fail(`it ends in line ${line}, where ${wanted}: it was cut off.`);
    const shown = JSON.stringify(String.fromCharCode(this.#bytes[this.#at]));
    return this.#options.fail(`${shown} in line ${line} stands where ${wanted}.`);
  }

  #line(at: number): number {
    let line = 1;
    for (let k = 0; k < at; k++) if (this.#bytes[k] === LINE_FEED) line++;
    return line;
  }

  /** That each reference leads to an entity, no two entities have one number, and no way along references leads back. */
  #checkReferences(): void {
    const count = this.#ids.length;
    const ids = this.#ids.data;
    const place = new Map<number, number>();
    for (let k = 0; k < count; k++) place.set(ids[k], k);
    if (place.size < count) this.#options.fail('two of its entities have the same number.');
    const targets = this.#references.data.subarray(0, this.#references.length);
    for (let k = 0; k < targets.length; k++) {
      const target = place.get(targets[k]);
      if (target === undefined) this.#options.fail(`#${targets[k]} is referred to, and there is none.`);
      targets[k] = target as number;
    }
    place.clear();
    this.#checkCycles(targets);
  }

  #checkCycles(targets: Uint32Array): void {
    const count = this.#ids.length;
    const starts = this.#starts.data;
    /** 0 not seen, 1 on the way from the start, 2 done. */
    const state = new Uint8Array(count);
    const next = starts.slice(0, count);
    const way = new Uint32Array(count);
    for (let start = 0; start < count; start++) {
      if (state[start] !== 0) continue;
      let length = 0;
      way[length++] = start;
      state[start] = 1;
      while (length > 0) {
        const at = way[length - 1];
        if (next[at] === starts[at + 1]) {
          state[at] = 2;
          length--;
          continue;
        }
        const target = targets[next[at]++];
        if (state[target] === 1)
          this.#options.fail(`#${this.#ids.data[target]} refers to itself, by way of others or directly.`);
        if (state[target] === 0) {
          state[target] = 1;
          way[length++] = target;
        }
      }
    }
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Also the underscore. */
function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
}
