/** What the parser makes of a VRML file: nodes with fields. The same node is in several places where the file says USE. */

export interface VrmlNode {
  readonly type: string;
  /** The name given by DEF, or an empty string. */
  readonly def: string;
  readonly fields: ReadonlyMap<string, Value>;
  /** Set for an instance of a PROTO that waits for values of the PROTO around it. */
  readonly proto?: Prototype;
}

export interface Prototype {
  readonly name: string;
  /** The values of the fields where an instance gives none. */
  readonly defaults: ReadonlyMap<string, Value>;
  /** The first node of the body, which is what an instance becomes; null if the body is empty. */
  readonly body: VrmlNode | null;
}

/** `name IS other`, inside the body of a PROTO: the value comes from the instance. */
export interface Is {
  readonly is: string;
}

export type Value = Float64Array | readonly string[] | boolean | readonly VrmlNode[] | Is;

export function isReference(value: Value): value is Is {
  return typeof value === 'object' && 'is' in value;
}

/** Numbers of a field, or undefined if it is not given or holds something else. */
export function numbers(node: VrmlNode, field: string): Float64Array | undefined {
  const value = node.fields.get(field);
  return value instanceof Float64Array ? value : undefined;
}

/** The first numbers of a field, or the default if it gives fewer of them. */
export function vector<T extends readonly number[]>(node: VrmlNode, field: string, byDefault: T): T {
  const value = numbers(node, field);
  return value !== undefined && value.length >= byDefault.length
    ? (Array.from(value.subarray(0, byDefault.length)) as unknown as T)
    : byDefault;
}

export function number(node: VrmlNode, field: string, byDefault: number): number {
  return vector(node, field, [byDefault])[0];
}

export function flag(node: VrmlNode, field: string, byDefault: boolean): boolean {
  const value = node.fields.get(field);
  return typeof value === 'boolean' ? value : byDefault;
}

const NONE: readonly VrmlNode[] = [];

/** The nodes in a field. */
export function nodes(node: VrmlNode, field: string): readonly VrmlNode[] {
  const value = node.fields.get(field);
  return Array.isArray(value) && typeof value[0] === 'object' ? (value as readonly VrmlNode[]) : NONE;
}

export function firstNode(node: VrmlNode, field: string): VrmlNode | undefined {
  return nodes(node, field)[0];
}

export function strings(node: VrmlNode, field: string): readonly string[] {
  const value = node.fields.get(field);
  return Array.isArray(value) && typeof value[0] === 'string' ? (value as readonly string[]) : [];
}
