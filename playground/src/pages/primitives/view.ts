/** The two things as they are, the ghosts of where they will be, and the marks of the answer. */
import { Color, Group, Mesh, MeshBasicMaterial, type PerspectiveCamera, Vector3 } from 'three';
import { Marks } from '../../shapes/marks.ts';
import type { Palette } from '../../shell/theme.ts';
import type { Answer } from './answer.ts';
import { arrow, Figure } from './figure.ts';
import { between, thing } from './kinds.ts';
import { endThing, functionOf, type PageState, SIDES, type Side, startThing, sum } from './state.ts';

/** A shorter way is not drawn as an arrow. */
const SHORTEST_WAY = 0.05;
/** Thinner than the arrows of rays and planes. */
const WAY_SCALE = 0.5;

interface Drawn {
  readonly now: Figure;
  /** Where it meets the other, or where it is moved out to. */
  readonly later: Figure;
  readonly end: Figure;
  readonly way: Mesh;
}

export class View {
  readonly object = new Group();
  readonly #drawn: Readonly<Record<Side, Drawn>> = { a: makeDrawn(), b: makeDrawn() };
  readonly #marks = new Marks();
  #answer: Answer | null = null;

  constructor() {
    this.object.add(this.#marks.object);
    for (const { now, later, end, way } of Object.values(this.#drawn))
      this.object.add(now.object, later.object, end.object, way);
  }

  /** What should be in sight. */
  get figures(): readonly Group[] {
    return SIDES.flatMap((side) => {
      const { now, end } = this.#drawn[side];
      return end.object.visible ? [now.object, end.object] : [now.object];
    });
  }

  show(state: PageState, answer: Answer): void {
    this.#answer = answer;
    const f = functionOf(state);
    for (const [i, side] of SIDES.entries()) {
      const body = state[side];
      const { now, later, end, way } = this.#drawn[side];
      const start = startThing(body);
      now.set(start, body.position);
      const moves = f.motions[i] !== 'still';
      const last = moves ? endThing(body, f) : start;
      const far = sum(body.position, body.move);
      end.object.visible = moves;
      if (moves) end.set(last, far);
      const [from, to] = [new Vector3(...body.position), new Vector3(...far)];
      way.visible = moves && from.distanceTo(to) > SHORTEST_WAY;
      way.geometry.dispose();
      if (way.visible) way.geometry = arrow(from, to, WAY_SCALE);

      const { t, push } = answer;
      later.object.visible = (moves && t !== null) || (side === 'b' && push !== null);
      if (moves && t !== null) later.set(between(start, last, t), from.lerp(to, t).toArray());
      else if (side === 'b' && push !== null) {
        const position = from.add(push).toArray();
        later.set(thing(body.kind, { ...body, position }), position);
      }
    }
    this.#marks.show(answer);
  }

  paint(palette: Palette, active: Side | null): void {
    const hit = this.#answer?.meets ?? false;
    for (const side of SIDES) {
      const { now, later, end, way } = this.#drawn[side];
      const own = new Color(palette[side]);
      const red = new Color(palette.hit);
      now.paint(hit ? own.clone().lerp(red, 0.45) : own, { glassy: hit, active: active === side });
      later.paint(this.#answer?.t !== null ? own.clone().lerp(red, 0.3) : own);
      end.paint(own, { faint: true });
      (way.material as MeshBasicMaterial).color.copy(own);
    }
    this.#marks.paint(palette);
  }

  /** Before each frame; the height of the view is in pixels. */
  fit(camera: PerspectiveCamera, height: number): void {
    this.#marks.fit(camera, height);
  }
}

function makeDrawn(): Drawn {
  return {
    now: new Figure(),
    later: new Figure({ ghost: true }),
    end: new Figure({ ghost: true }),
    way: new Mesh(undefined, new MeshBasicMaterial({ transparent: true, opacity: 0.55 })),
  };
}
