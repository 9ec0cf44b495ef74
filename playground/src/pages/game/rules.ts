/**
 * The rules of the game, as a table of responses: those of the book's space game (§6.2) and a few more.
 *
 * Two things that meet are damaged. A mine explodes and takes the other with it; but a sweeper sweeps it away. Shots split rocks.
 * A ship that flies through a ring is a sweeper for a while.
 */
import { type Response, type ResponseClass, type ResponseContact, ResponseTable, response } from 'encounter';
import { type Body, CLASSES, type ClassName, type Thing } from './things.ts';

export type RuleName = 'damage' | 'explode' | 'sweep' | 'split' | 'collect';

/** What the rules call for. The first body has the class that is named first. */
export interface Deeds {
  damage(a: Body, b: Body, contact: ResponseContact): void;
  explode(mine: Body, other: Body): void;
  sweep(sweeper: Body, mine: Body): void;
  split(shot: Body, rock: Body, contact: ResponseContact): void;
  collect(ship: Body, ring: Body): void;
}

export class Rules {
  readonly table = new ResponseTable<Thing>();
  readonly #classes: Readonly<Record<ClassName, ResponseClass>>;
  readonly #names = new Map<Response<Thing>, RuleName>();

  /** `onFire` is told of every response as it fires. */
  constructor(deeds: Deeds, onFire: (rule: RuleName, a: Body, b: Body) => void) {
    const { table } = this;
    const rule = (name: RuleName, made: Response<Thing>): Response<Thing> => {
      const told = response<Thing>(made.type, (a, b, contact) => {
        // A thing that an earlier pair of this test destroyed is out of the game.
        if (a.data.gone || b.data.gone) return;
        onFire(name, a, b);
        made.callback(a, b, contact);
      });
      this.#names.set(told, name);
      return told;
    };
    this.#classes = Object.fromEntries(CLASSES.map((name) => [name, table.createClass(name)])) as Record<
      ClassName,
      ResponseClass
    >;
    const { ship, sweeper, mine, rock, shot, ring } = this.#classes;

    const damage = rule(
      'damage',
      response<Thing>('depth', (a, b, contact) => deeds.damage(a, b, contact!)),
    );
    const explode = rule(
      'explode',
      response<Thing>('simple', (a, b) => deeds.explode(a, b)),
    );
    const sweep = rule(
      'sweep',
      response<Thing>('simple', (a, b) => deeds.sweep(a, b)),
    );
    const split = rule(
      'split',
      response<Thing>('witnessed', (a, b, contact) => deeds.split(a, b, contact!)),
    );
    const collect = rule(
      'collect',
      response<Thing>('simple', (a, b) => deeds.collect(a, b)),
    );

    table.addDefault(damage);

    table.addClass(mine, explode);
    table.removeClass(mine, damage);
    table.removePair(mine, mine, explode);

    table.addPair(sweeper, mine, sweep);
    table.removePair(sweeper, mine, explode);

    table.addPair(shot, rock, split);
    table.removePair(shot, rock, damage);
    table.removePair(shot, shot, damage);

    table.removeClass(ring, damage);
    table.removePair(mine, ring, explode);
    table.addPair(ship, ring, collect);
    table.addPair(sweeper, ring, collect);
  }

  assign(body: Body, name: ClassName): void {
    this.table.assign(body, this.#classes[name]);
  }

  classOf(body: Body): ClassName {
    return this.table.classOf(body)!.name as ClassName;
  }

  /** The names of what applies to a pair of classes, as the table works it out. */
  between(a: ClassName, b: ClassName): RuleName[] {
    const { responses } = this.table.resolve(this.#classes[a], this.#classes[b]);
    return responses.map((resolved) => this.#names.get(resolved.response)!);
  }
}
