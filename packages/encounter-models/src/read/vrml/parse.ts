/**
 * From the text of a VRML97 file to its nodes. The grammar needs no table of fields: what follows the name of a field tells by itself
 * whether it is numbers, strings, a truth value or nodes. So nodes that nobody has heard of are read like any other.
 *
 * A USE becomes the very node that DEF named, so what the file shares stays shared. An instance of a PROTO becomes what its body says.
 */
import type { Prototype, Value, VrmlNode } from './node.ts';
import { Instances, needsValues } from './proto.ts';
import { TokenKind, Tokens } from './tokens.ts';

export interface ParseOptions {
  /** How deep nodes may be nested. */
  readonly depth: number;
  /** Throws; gets a sentence without the name of the file. */
  fail(sentence: string): never;
  /** Notes what is left out, as a sentence. */
  warn(sentence: string): void;
}

/** The nodes at the top of the file. */
export function parseVrml(source: string, options: ParseOptions): VrmlNode[] {
  return new Parser(source, options).scene();
}

/** Names are known from where they are given to the end of the file, or of the PROTO that they are given in. */
class Scope {
  readonly nodes = new Map<string, VrmlNode>();
  readonly prototypes = new Map<string, Prototype | null>();
  readonly outer: Scope | null;

  constructor(outer: Scope | null) {
    this.outer = outer;
  }

  /** Null for an EXTERNPROTO, undefined for a name that no PROTO has. */
  prototype(name: string): Prototype | null | undefined {
    for (let scope: Scope | null = this; scope !== null; scope = scope.outer) {
      const found = scope.prototypes.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

class Parser {
  readonly #tokens: Tokens;
  readonly #options: ParseOptions;
  readonly #instances: Instances;
  #scope = new Scope(null);
  #depth = 0;
  /** Nodes that have begun and not ended, by the names that DEF gave them. */
  readonly #open = new Map<string, number>();

  constructor(source: string, options: ParseOptions) {
    this.#tokens = new Tokens(source);
    this.#options = options;
    this.#instances = new Instances(options.depth, options.fail);
  }

  scene(): VrmlNode[] {
    return this.#statements(TokenKind.end);
  }

  /** Nodes, and between them PROTO, EXTERNPROTO and ROUTE, up to a token of that kind. */
  #statements(until: TokenKind): VrmlNode[] {
    const found: VrmlNode[] = [];
    while (this.#tokens.kind !== until) {
      if (this.#tokens.kind !== TokenKind.word) this.#unexpected('a node');
      if (this.#skippedStatement()) continue;
      const node = this.#node();
      if (node !== null) found.push(node);
    }
    return found;
  }

  /** Reads a PROTO, an EXTERNPROTO or a ROUTE if one comes; false otherwise. */
  #skippedStatement(): boolean {
    const { text } = this.#tokens;
    if (text === 'PROTO') this.#proto();
    else if (text === 'EXTERNPROTO') this.#externProto();
    else if (text === 'ROUTE') this.#route();
    else return false;
    return true;
  }

  /** A node with DEF, USE or neither before it. Null for NULL, and for what is left out with a warning. */
  #node(): VrmlNode | null {
    const { text } = this.#tokens;
    if (text === 'NULL') {
      this.#tokens.next();
      return null;
    }
    if (text === 'USE') return this.#use();
    let def = '';
    if (text === 'DEF') {
      this.#tokens.next();
      def = this.#name('a name after DEF');
    }
    const type = this.#name('the type of a node');
    return this.#body(type, def);
  }

  #use(): VrmlNode {
    this.#tokens.next();
    const { start } = this.#tokens;
    const name = this.#name('a name after USE');
    if ((this.#open.get(name) ?? 0) > 0)
      this.#options.fail(
        `USE ${name} in line ${this.#tokens.line(start)} is inside the node of that name, which would contain itself.`,
      );
    const found = this.#scope.nodes.get(name);
    if (found === undefined)
      return this.#options.fail(`USE ${name} in line ${this.#tokens.line(start)} comes before any DEF ${name}.`);
    return found;
  }

  #body(type: string, def: string): VrmlNode | null {
    const tokens = this.#tokens;
    if (!this.#is(TokenKind.open)) this.#unexpected(`{ after ${type}`);
    this.#enter();
    tokens.next();
    if (def !== '') this.#open.set(def, (this.#open.get(def) ?? 0) + 1);
    const fields = new Map<string, Value>();
    while (tokens.kind !== TokenKind.close) {
      if (tokens.kind !== TokenKind.word) this.#unexpected(`a field of ${type} or }`);
      if (!this.#skippedStatement()) this.#field(type, fields);
    }
    tokens.next();
    if (def !== '') this.#open.set(def, (this.#open.get(def) ?? 1) - 1);
    this.#depth--;
    const node = this.#made(type, def, fields);
    if (def !== '' && node !== null) this.#scope.nodes.set(def, node);
    return node;
  }

  /** The node itself, or what an instance of a PROTO becomes. */
  #made(type: string, def: string, fields: Map<string, Value>): VrmlNode | null {
    const proto = this.#scope.prototype(type);
    if (proto === undefined) {
      const node = { type, def, fields };
      // Asked now, while all nodes below have the answer ready: later the question might have to go down very far.
      needsValues(node);
      return node;
    }
    if (proto === null) {
      this.#options.warn(`${type} is defined in another file (EXTERNPROTO) and is left out.`);
      // Kept without a meaning, so that a USE of it finds something.
      return { type: '', def, fields: new Map() };
    }
    const instance: VrmlNode = { type, def, fields, proto };
    return needsValues(instance)
      ? instance
      : (this.#instances.expand(instance) ?? { type: '', def, fields: new Map() });
  }

  #field(type: string, fields: Map<string, Value>): void {
    const tokens = this.#tokens;
    const name = this.#name(`a field of ${type}`);
    // A Script declares its fields in place: `field SFTime start 0`, `eventIn SFBool on`.
    if (type === 'Script' && (name === 'eventIn' || name === 'eventOut')) {
      tokens.next();
      tokens.next();
      this.#optionalIs();
      return;
    }
    if (type === 'Script' && (name === 'field' || name === 'exposedField')) {
      tokens.next();
      const own = this.#name('the name of a field');
      this.#value(own);
      return;
    }
    const value = this.#value(name);
    if (value !== null) fields.set(name, value);
  }

  #optionalIs(): void {
    if (this.#tokens.kind !== TokenKind.word || this.#tokens.text !== 'IS') return;
    this.#tokens.next();
    this.#name('a name after IS');
  }

  /** Null for NULL, for nodes that are left out, and for an empty list. */
  #value(field: string): Value | null {
    const tokens = this.#tokens;
    switch (tokens.kind) {
      case TokenKind.number:
        return this.#numbers(field);
      case TokenKind.string: {
        const text = tokens.text;
        tokens.next();
        return [text];
      }
      case TokenKind.openList:
        return this.#list(field);
      case TokenKind.word:
        return this.#wordValue();
      default:
        return this.#unexpected(`a value of ${field}`);
    }
  }

  #wordValue(): Value | null {
    const tokens = this.#tokens;
    const { text } = tokens;
    if (text === 'TRUE' || text === 'FALSE') {
      tokens.next();
      return text === 'TRUE';
    }
    if (text === 'IS') {
      tokens.next();
      return { is: this.#name('a name after IS') };
    }
    const node = this.#node();
    return node === null ? null : [node];
  }

  #list(field: string): Value | null {
    const tokens = this.#tokens;
    this.#enter();
    tokens.next();
    let value: Value | null = null;
    if (tokens.kind === TokenKind.number) value = this.#numbers(field);
    else if (tokens.kind === TokenKind.string) {
      const texts: string[] = [];
      for (; this.#is(TokenKind.string); tokens.next()) texts.push(tokens.text);
      value = texts;
    } else if (tokens.kind === TokenKind.word && (tokens.text === 'TRUE' || tokens.text === 'FALSE')) {
      // No node of VRML97 has a list of truth values; those of later versions are of no use here.
      while (this.#is(TokenKind.word)) tokens.next();
    } else if (tokens.kind === TokenKind.word) {
      const found = this.#statements(TokenKind.closeList);
      value = found.length > 0 ? found : null;
    }
    if (!this.#is(TokenKind.closeList)) this.#unexpected(`] after the values of ${field}`);
    tokens.next();
    this.#depth--;
    return value;
  }

  /** All numbers that follow one another. */
  #numbers(field: string): Float64Array {
    const tokens = this.#tokens;
    let found = new Float64Array(4);
    let count = 0;
    for (; tokens.kind === TokenKind.number; tokens.next()) {
      if (!Number.isFinite(tokens.value))
        this.#options.fail(`the number ${tokens.text.slice(0, 40)} of ${field} in line ${tokens.line()} is too large.`);
      if (count === found.length) {
        const larger = new Float64Array(2 * count);
        larger.set(found);
        found = larger;
      }
      found[count++] = tokens.value;
    }
    return found.slice(0, count);
  }

  #proto(): void {
    const tokens = this.#tokens;
    tokens.next();
    const name = this.#name('a name after PROTO');
    this.#enter();
    const defaults = new Map<string, Value>();
    this.#interface(name, defaults);
    if (!this.#is(TokenKind.open)) this.#unexpected(`{ after PROTO ${name}`);
    tokens.next();
    this.#scope = new Scope(this.#scope);
    // Names of nodes outside mean nothing in the body, nor may they be mistaken for nodes that contain themselves.
    const open = new Map(this.#open);
    this.#open.clear();
    const body = this.#statements(TokenKind.close);
    for (const [key, value] of open) this.#open.set(key, value);
    tokens.next();
    this.#scope = this.#scope.outer ?? this.#scope;
    this.#depth--;
    this.#scope.prototypes.set(name, { name, defaults, body: body[0] ?? null });
  }

  #externProto(): void {
    this.#tokens.next();
    const name = this.#name('a name after EXTERNPROTO');
    this.#interface(name, null);
    // The addresses of the file.
    this.#value(name);
    this.#scope.prototypes.set(name, null);
  }

  /** The fields and events of a PROTO; with their defaults, unless those are null. */
  #interface(proto: string, defaults: Map<string, Value> | null): void {
    const tokens = this.#tokens;
    if (!this.#is(TokenKind.openList)) this.#unexpected(`[ after ${proto}`);
    tokens.next();
    while (!this.#is(TokenKind.closeList)) {
      const access = this.#name(`a field of ${proto} or ]`);
      this.#name('the type of a field');
      const name = this.#name('the name of a field');
      if (defaults === null || access === 'eventIn' || access === 'eventOut') continue;
      const value = this.#value(name);
      if (value !== null) defaults.set(name, value);
    }
    tokens.next();
  }

  #route(): void {
    const tokens = this.#tokens;
    tokens.next();
    this.#name('an event after ROUTE');
    if (this.#name('TO') !== 'TO') this.#options.fail(`a ROUTE before line ${tokens.line()} has no TO.`);
    this.#name('an event after TO');
    this.#options.warn('Scripts and routes are not run: everything is where the file puts it first.');
  }

  /** Reads a word, or a number where a name is meant. */
  #name(wanted: string): string {
    const { kind, text } = this.#tokens;
    if (kind !== TokenKind.word && kind !== TokenKind.number) this.#unexpected(wanted);
    this.#tokens.next();
    return text;
  }

  /** A question that the compiler does not remember, as the kind changes with each token. */
  #is(kind: TokenKind): boolean {
    return this.#tokens.kind === kind;
  }

  #enter(): void {
    if (++this.#depth > this.#options.depth)
      this.#options.fail(
        `nodes are nested deeper than the limit of ${this.#options.depth} (limits.depth) in line ${this.#tokens.line()}.`,
      );
  }

  #unexpected(wanted: string): never {
    const { kind, text } = this.#tokens;
    const line = this.#tokens.line();
    if (kind === TokenKind.end)
      return this.#options.fail(
        `it ends in line ${line}${text === '' ? '' : ` with ${text}`}, where ${wanted} should be.`,
      );
    const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
    return this.#options.fail(`${shown} in line ${line} stands where ${wanted} should be.`);
  }
}
