/**
 * Instances of PROTO: the first node of the body, with each `field IS name` replaced by the value that the instance gives, or by the default. What
 * of a body contains no IS is not copied, so that its geometry is shared by all instances.
 */
import { isReference, type Prototype, type Value, type VrmlNode } from './node.ts';

/**
 * Nodes that instances may make. Without a bound, PROTOs that each contain two of the one before would make 2ⁿ of them; a large scene has tens of
 * thousands.
 */
const MOST_COPIED_NODES = 1_000_000;

const KNOWN = new WeakMap<VrmlNode, boolean>();

/** Whether a node or one below it takes values from a PROTO around it. */
export function needsValues(node: VrmlNode): boolean {
  let known = KNOWN.get(node);
  if (known === undefined) {
    known = false;
    for (const value of node.fields.values()) known ||= valueNeeds(value);
    KNOWN.set(node, known);
  }
  return known;
}

function valueNeeds(value: Value): boolean {
  if (isReference(value)) return true;
  return Array.isArray(value) && value.some((item: string | VrmlNode) => typeof item === 'object' && needsValues(item));
}

export class Instances {
  readonly #depth: number;
  readonly #fail: (sentence: string) => never;
  #copied = 0;
  #level = 0;

  /** `depth` is how deep nodes may be nested. */
  constructor(depth: number, fail: (sentence: string) => never) {
    this.#depth = depth;
    this.#fail = fail;
  }

  /** What an instance becomes; null if the body of its PROTO is empty. */
  expand(instance: VrmlNode): VrmlNode | null {
    const proto = instance.proto as Prototype;
    if (proto.body === null) return null;
    const given = new Map(proto.defaults);
    for (const [name, value] of instance.fields) given.set(name, value);
    const made = this.#copy(proto.body, given, new Map());
    // The name of the instance says more than one inside the PROTO, which all instances have in common.
    return made === null || instance.def === '' ? made : { ...made, def: instance.def };
  }

  /** `copies` keeps one copy per node, so that what the body shares is shared in the copy. */
  #copy(node: VrmlNode, given: ReadonlyMap<string, Value>, copies: Map<VrmlNode, VrmlNode | null>): VrmlNode | null {
    if (!needsValues(node)) return node;
    const known = copies.get(node);
    if (known !== undefined) return known;
    if (++this.#copied > MOST_COPIED_NODES)
      this.#fail(`the instances of its PROTOs are more than ${MOST_COPIED_NODES} nodes.`);
    if (++this.#level > this.#depth)
      this.#fail(`instances of PROTOs are nested deeper than the limit of ${this.#depth} (limits.depth).`);
    const fields = new Map<string, Value>();
    for (const [name, value] of node.fields) {
      const copied = this.#copyValue(value, given, copies);
      if (copied !== undefined) fields.set(name, copied);
    }
    const copy: VrmlNode = { ...node, fields };
    const made = copy.proto === undefined ? copy : this.expand(copy);
    this.#level--;
    copies.set(node, made);
    return made;
  }

  #copyValue(
    value: Value,
    given: ReadonlyMap<string, Value>,
    copies: Map<VrmlNode, VrmlNode | null>,
  ): Value | undefined {
    if (isReference(value)) return given.get(value.is);
    if (!Array.isArray(value) || typeof value[0] !== 'object') return value;
    const found: VrmlNode[] = [];
    for (const item of value as readonly VrmlNode[]) {
      const copy = this.#copy(item, given, copies);
      if (copy !== null) found.push(copy);
    }
    return found;
  }
}
