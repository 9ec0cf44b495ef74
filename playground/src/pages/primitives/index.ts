/**
 * The Primitives page: a query on two plain values, its answer, and the call.
 *
 * Exposes { ready, function (its name), answer (as the function returned it, in plain objects), code (the text of the call),
 * a, b: { kind, position, turn, move, screen: where it is, in pixels of the page, end: the same of the end of its way, or null } }.
 */
import './primitives.css';
import { Vector3 } from 'three';
import { codeOfThis } from '../../shell/code-section.ts';
import { el } from '../../shell/dom.ts';
import { round } from '../../shell/format.ts';
import { Gizmo } from '../../shell/gizmo.ts';
import { Grab } from '../../shell/grab.ts';
import type { PageHost } from '../../shell/page.ts';
import type { ReadoutHandle } from '../../shell/panel.ts';
import { Stage } from '../../shell/stage.ts';
import { orientation, type Triple, turnOf } from '../../shell/triple.ts';
import { type Answer, answer as answerOf } from './answer.ts';
import { BodyPanel } from './body-panel.ts';
import { callText } from './call.ts';
import type { PrimitiveFunction } from './functions.ts';
import { Holder } from './holder.ts';
import { KINDS } from './kinds.ts';
import { QueryPanel } from './query-panel.ts';
import {
  arranged,
  type BodyState,
  decode,
  encode,
  endThing,
  fitted,
  functionOf,
  SIDES,
  type Side,
  startThing,
  sum,
  withFunction,
} from './state.ts';
import { View } from './view.ts';

type Mode = 'move' | 'turn';

const EYE = [2.2, 2.1, 6] as const;
/** What is flat is looked at from the front. */
const FLAT_EYE = [0, 0.4, 6] as const;
const KEY_STEP = 0.05;
const KEY_TURN = Math.PI / 36;

export function mount(host: PageHost): () => void {
  let state = decode(host.params);
  let answer: Answer = answerOf(state);
  let mode: Mode = 'move';
  let flat = isFlat();
  const stage = new Stage(host, {
    label:
      'Two primitives. Press A or B to choose one, or 1 or 2 for where its way ends; then arrow keys and Page Up and Down move it, with Shift they turn it.',
    eye: flat ? FLAT_EYE : EYE,
    floor: -2,
  });
  const view = new View();
  const holders = SIDES.flatMap((side) => [new Holder(side, false), new Holder(side, true)]);
  stage.scene.add(view.object, ...holders.map(({ object }) => object));

  const verdict = el('p', { class: 'verdict' });
  const number = el('p', { class: 'number' });
  host.hud.append(verdict, number);
  const tags = { a: el('span', { class: 'tag' }, 'A'), b: el('span', { class: 'tag' }, 'B') };
  const tools = makeTools();
  host.view.append(tags.a, tags.b, tools.element);

  new QueryPanel(host.panel, functionOf(state), use);
  const results = host.panel.section('Answer');
  const name = results.readout({ label: 'Function' });
  const rows = results.group();
  /** By their labels: the rows of the answer that is shown. */
  let readouts = new Map<string, ReadoutHandle>();
  const code = codeOfThis(host.panel, 'One call, and its answer.');
  code.element.classList.add('primitives-call');
  const panels = {
    a: new BodyPanel(host.panel, 'a', state, (body) => change('a', body)),
    b: new BodyPanel(host.panel, 'b', state, (body) => change('b', body)),
  };

  const gizmo = new Gizmo(stage, () => {
    const { selected } = grab;
    if (selected !== null) turn(selected, turnOf(selected.object.quaternion));
  });
  gizmo.mode = 'turn';
  const grab = new Grab<Holder>(host, stage, {
    items: () => holders.filter(({ side, end }) => !end || motionOf(side) !== 'still'),
    onSelect: () => {
      showGizmo();
      paint();
    },
    onMove: (holder, { x, y, z }) => move(holder, [round(x), round(y), round(z)]),
    onStep: (holder, step, shift) => {
      if (!shift && mode === 'move') {
        const { x, y, z } = holder.object.position.clone().addScaledVector(step, KEY_STEP);
        move(holder, [round(x), round(y), round(z)]);
        return;
      }
      const about = isFlat() ? new Vector3(0, 0, step.z - step.x) : new Vector3(-step.y, step.x, step.z);
      const by = orientation([0, 0, 0]).setFromAxisAngle(about, KEY_TURN);
      turn(holder, turnOf(by.multiply(holder.object.quaternion)));
    },
    isTaken: (event) => gizmo.isUnder(event),
  });

  stage.onFrame(() => {
    view.fit(stage.camera, stage.canvas.clientHeight);
    for (const side of SIDES) {
      const [x, y] = screenOf(state[side].position);
      tags[side].style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    }
  });
  update();
  stage.follow(paint);

  function use(f: PrimitiveFunction): void {
    state = withFunction(state, f);
    if (flat !== isFlat()) {
      flat = isFlat();
      stage.setView(flat ? FLAT_EYE : EYE, [0, 0, 0]);
    }
    grab.select(null);
    showPanels();
    update();
  }

  function change(side: Side, body: BodyState): void {
    state = { ...state, [side]: body };
    update();
  }

  function changeFromView(side: Side, body: BodyState): void {
    change(side, fitted(body));
    panels[side].show(state);
  }

  function move({ side, end }: Holder, to: Triple): void {
    const body = state[side];
    const [x, y, z] = to.map((to, i) => round(to - body.position[i]));
    changeFromView(side, end ? { ...body, move: [x, y, z] } : { ...body, position: to });
  }

  function turn({ side, end }: Holder, to: Triple): void {
    const body = state[side];
    if (KINDS[body.kind].turns === 'none') return;
    if (!end) changeFromView(side, { ...body, turn: to });
    else if (motionOf(side) === 'vertices') changeFromView(side, { ...body, endTurn: to });
  }

  function motionOf(side: Side): PrimitiveFunction['motions'][number] {
    return functionOf(state).motions[SIDES.indexOf(side)];
  }

  function isFlat(): boolean {
    return SIDES.some((side) => KINDS[state[side].kind].flat);
  }

  /** Asks the library, and shows what it says. */
  function update(): void {
    const f = functionOf(state);
    answer = answerOf(state);
    for (const holder of holders) {
      const body = state[holder.side];
      const vertices = motionOf(holder.side) === 'vertices';
      if (!holder.end) holder.place(startThing(body), body.position, body.turn);
      else holder.place(endThing(body, f), sum(body.position, body.move), vertices ? body.endTurn : body.turn);
    }
    view.show(state, answer);
    host.hud.classList.toggle('hit', answer.meets);
    verdict.textContent = answer.verdict;
    number.textContent = answer.number;
    host.announce(`${answer.verdict} ${answer.number}`);
    name.set(f.name);
    showRows();
    code.set(callText(state));
    paint();
    host.save(encode(state));
    expose();
  }

  function showRows(): void {
    if (answer.rows.map(([label]) => label).join() !== [...readouts.keys()].join()) {
      rows.clear();
      readouts = new Map(answer.rows.map(([label]) => [label, rows.readout({ label })]));
    }
    for (const [label, text] of answer.rows) readouts.get(label)?.set(text);
  }

  function showPanels(): void {
    for (const side of SIDES) panels[side].show(state);
  }

  /** Rings, in the mode for it, on what can be turned. */
  function showGizmo(): void {
    const { selected } = grab;
    if (mode !== 'turn' || selected === null) {
      gizmo.attach(null);
      return;
    }
    const { turns } = KINDS[state[selected.side].kind];
    const fixed = turns === 'none' || (selected.end && motionOf(selected.side) !== 'vertices');
    if (turns !== 'none') gizmo.axes = turns;
    gizmo.attach(fixed ? null : selected.object);
  }

  function paint(): void {
    view.paint(host.theme.palette, grab.selected?.side ?? null);
    stage.invalidate();
  }

  /** In pixels of the view. */
  function screenOf(position: Triple): [number, number] {
    const at = new Vector3(...position).project(stage.camera);
    const { clientWidth, clientHeight } = stage.canvas;
    return [((at.x + 1) / 2) * clientWidth, ((1 - at.y) / 2) * clientHeight];
  }

  function expose(): void {
    const box = stage.canvas.getBoundingClientRect();
    const onPage = (position: Triple): [number, number] => {
      const [x, y] = screenOf(position);
      return [box.left + x, box.top + y];
    };
    const facts = (side: Side): Record<string, unknown> => {
      const { kind, position, turn, move } = state[side];
      const end = motionOf(side) === 'still' ? null : onPage(sum(position, move));
      return { kind, position, turn, move, screen: onPage(position), end };
    };
    host.expose({
      ready: true,
      function: functionOf(state).name,
      answer: answer.raw,
      code: callText(state),
      a: facts('a'),
      b: facts('b'),
    });
  }

  /** What a drag does, and the ways back: for a camera that got lost, and for things that did. */
  function makeTools(): { readonly element: HTMLElement } {
    const modes = (['move', 'turn'] as const).map((wanted) => {
      const button = el('button', { type: 'button', 'aria-pressed': String(wanted === mode) });
      button.textContent = { move: 'Move', turn: 'Turn' }[wanted];
      button.addEventListener('click', () => {
        mode = wanted;
        for (const other of modes) other.setAttribute('aria-pressed', String(other === button));
        showGizmo();
      });
      return button;
    });
    const fit = el('button', { type: 'button', title: 'Bring both into view' }, 'Fit');
    fit.addEventListener('click', () => {
      stage.frame(...view.figures);
      stage.invalidate();
    });
    const reset = el('button', { type: 'button', title: 'Put both back to where they were at first' }, 'Reset');
    reset.addEventListener('click', () => {
      state = arranged(functionOf(state));
      stage.setView(flat ? FLAT_EYE : EYE, [0, 0, 0]);
      showPanels();
      update();
    });
    const attributes = { class: 'tools', role: 'group', 'aria-label': 'What dragging does' };
    return { element: el('div', attributes, ...modes, fit, reset) };
  }

  return () => {
    gizmo.dispose();
    stage.dispose();
  };
}
