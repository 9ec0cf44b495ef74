/** The tree of nodes: where each stands in the model, and which of them the scene shows. Nothing here recurses: the depth is the file's. */
import { checkLimit, type Limits } from '../../limits.ts';
import { compose, IDENTITY, multiply } from '../matrix.ts';
import { type Fields, type GltfJson, isIndex, shown } from './json.ts';

export class Nodes {
  readonly #json: GltfJson;
  readonly #parents: Int32Array;
  readonly #worlds: Float64Array[];
  readonly #names: string[];

  constructor(json: GltfJson, limits: Limits) {
    this.#json = json;
    const count = json.count('nodes');
    this.#parents = new Int32Array(count).fill(-1);
    this.#worlds = new Array(count);
    this.#names = new Array(count);
    const children: number[][] = [];
    for (let i = 0; i < count; i++) {
      children.push(this.#children(i));
      for (const child of children[i]) {
        if (this.#parents[child] >= 0) json.fail(`node ${child} is a child of two nodes.`);
        this.#parents[child] = i;
      }
    }
    // From the roots down. What is not reached hangs in a ring.
    const stack: [node: number, depth: number][] = [];
    for (let i = count - 1; i >= 0; i--) if (this.#parents[i] < 0) stack.push([i, 1]);
    let reached = 0;
    for (let next = stack.pop(); next; next = stack.pop()) {
      const [node, depth] = next;
      checkLimit(json.file, 'levels of nodes', depth, limits, 'depth');
      const parent = this.#parents[node];
      const fields = this.fields(node);
      const local = this.#local(`node ${node}`, fields);
      this.#worlds[node] = parent < 0 ? Float64Array.from(local) : multiply(this.#worlds[parent], local);
      this.#names[node] = json.name(fields);
      reached++;
      for (const child of children[node]) stack.push([child, depth + 1]);
    }
    const unreached = this.#worlds.findIndex((world) => !world);
    if (reached < count) json.fail(`node ${unreached} is its own ancestor.`);
  }

  fields(node: number): Fields {
    return this.#json.item('nodes', node, 'glTF');
  }

  world(node: number): Float64Array {
    return this.#worlds[node];
  }

  /** The names of its ancestors, from the root on. Those without a name are left out: a number would change with their order. */
  ancestors(node: number): string[] {
    const names: string[] = [];
    for (let i = this.#parents[node]; i >= 0; i = this.#parents[i]) if (this.#names[i]) names.push(this.#names[i]);
    return names.reverse();
  }

  /** All nodes of the scene that the file wants shown, parents first: of its first one, if it does not say; all, if it has none. */
  shown(): number[] {
    const json: GltfJson = this.#json;
    const given = json.root['scene'];
    let roots: readonly unknown[] = [...this.#parents.keys()].filter((i) => this.#parents[i] < 0);
    if (json.count('scenes') > 0) {
      const scene = json.item('scenes', given ?? 0, 'glTF');
      roots = json.list('the scene', scene, 'nodes');
    }
    const seen = new Set<number>();
    const found: number[] = [];
    const stack = [...roots].reverse();
    while (stack.length > 0) {
      const node = this.#index(stack.pop(), 'the scene');
      if (seen.has(node)) continue;
      seen.add(node);
      found.push(node);
      stack.push(...this.#children(node).reverse());
    }
    return found;
  }

  #children(node: number): number[] {
    return this.#json
      .list(`node ${node}`, this.fields(node), 'children')
      .map((child) => this.#index(child, `node ${node}`));
  }

  #index(value: unknown, owner: string): number {
    if (isIndex(value) && value < this.#parents.length) return value;
    return this.#json.fail(`${owner} names node ${shown(value)}, and there are ${this.#parents.length}.`);
  }

  #local(here: string, fields: Fields): ArrayLike<number> {
    const json: GltfJson = this.#json;
    const matrix = json.numbers(here, fields, 'matrix', 16);
    if (matrix) return matrix;
    const t = json.numbers(here, fields, 'translation', 3);
    const r = json.numbers(here, fields, 'rotation', 4);
    const s = json.numbers(here, fields, 'scale', 3);
    return t || r || s ? compose(t ?? [0, 0, 0], r ?? [0, 0, 0, 1], s ?? [1, 1, 1]) : IDENTITY;
  }
}
