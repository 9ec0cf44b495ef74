/**
 * A direct reading of the response rules, as slow and plain as can be:
 *
 * The set of a pair = (defaults ∪ adds of both classes − removals of either class) − pair removals ∪ pair adds; at one level the
 * last call for a response wins, and between two classes removal wins. In the order first added.
 */
import type { Collider, Response, ResponseClass } from '../../src/index.ts';

export interface Expected {
  readonly response: Response;
  /** The arguments; the two the other way around are as good when `either`. */
  readonly first: Collider;
  readonly second: Collider;
  readonly either: boolean;
  /** Which calls made it apply. */
  readonly why: string;
}

type Calls = Map<Response, 'add' | 'remove'>;

interface PairCall {
  readonly cls1: ResponseClass;
  readonly cls2: ResponseClass;
  readonly response: Response;
  readonly what: 'add' | 'remove';
}

export class ResponseModel {
  readonly classes = new Map<Collider, ResponseClass>();
  readonly #order: Response[] = [];
  readonly #defaults: Calls = new Map();
  readonly #byClass = new Map<ResponseClass, Calls>();
  /** The last call for each response and unordered pair of classes. */
  #pairCalls: PairCall[] = [];

  default(what: 'add' | 'remove', r: Response): void {
    this.#defaults.set(r, what);
    this.#note(what, r);
  }

  class(what: 'add' | 'remove', cls: ResponseClass, r: Response): void {
    this.#callsOf(cls).set(r, what);
    this.#note(what, r);
  }

  pair(what: 'add' | 'remove', cls1: ResponseClass, cls2: ResponseClass, response: Response): void {
    this.#pairCalls = this.#pairCalls.filter((call) => !(call.response === response && isOf(call, cls1, cls2)));
    this.#pairCalls.push({ cls1, cls2, response, what });
    this.#note(what, response);
  }

  /** What applies to a pair, `low` being the one with the lower id. */
  resolve(low: Collider, high: Collider): Expected[] {
    const lowClass = this.classes.get(low);
    const highClass = this.classes.get(high);
    if (lowClass === undefined || highClass === undefined) return [];
    const found: Expected[] = [];
    for (const r of this.#order) {
      const onPair = this.#pairCalls.find((call) => call.response === r && isOf(call, lowClass, highClass));
      if (onPair?.what === 'remove') continue;
      if (onPair?.what === 'add') {
        const swap = onPair.cls1 !== lowClass;
        found.push({ response: r, first: swap ? high : low, second: swap ? low : high, either: false, why: 'pair' });
        continue;
      }
      const ofLow = this.#callsOf(lowClass).get(r);
      const ofHigh = this.#callsOf(highClass).get(r);
      if (ofLow === 'remove' || ofHigh === 'remove') continue;
      if (ofLow === 'add' || ofHigh === 'add') {
        // Two classes that both add it: each argument has "that class", and the rules do not say which one comes first.
        const either = ofLow === 'add' && ofHigh === 'add' && lowClass !== highClass;
        const swap = ofLow !== 'add';
        found.push({
          response: r,
          first: swap ? high : low,
          second: swap ? low : high,
          either,
          why: `class ${ofLow}, ${ofHigh}, default ${this.#defaults.get(r)}`,
        });
      } else if (this.#defaults.get(r) === 'add') {
        found.push({ response: r, first: low, second: high, either: false, why: 'default' });
      }
    }
    return found;
  }

  #note(what: 'add' | 'remove', r: Response): void {
    if (what === 'add' && !this.#order.includes(r)) this.#order.push(r);
  }

  #callsOf(cls: ResponseClass): Calls {
    let calls = this.#byClass.get(cls);
    if (calls === undefined) {
      calls = new Map();
      this.#byClass.set(cls, calls);
    }
    return calls;
  }
}

function isOf(call: PairCall, a: ResponseClass, b: ResponseClass): boolean {
  return (call.cls1 === a && call.cls2 === b) || (call.cls1 === b && call.cls2 === a);
}
