/**
 * The Pair page: two shapes, and what the library says of them.
 *
 * Exposes { ready, distance, uncertainty (the error of it), normal, pointA, pointB, iterations, converged, microseconds (null until
 * measured), error (a text, or null), a, b: { kind, position, turn, scale, margin, screen: where its origin is, in pixels of the page } }.
 */
import { DistanceResult, signedDistance } from 'encounter';
import { Quaternion, Vector3 } from 'three';
import { abridged } from '../../shapes/code.ts';
import { codeOfThis } from '../../shell/code-section.ts';
import type { Mode } from '../../shell/gizmo.ts';
import { Handles } from '../../shell/handles.ts';
import type { PageHost } from '../../shell/page.ts';
import { Stage } from '../../shell/stage.ts';
import { RestTimer, type Timing } from '../../shell/timing.ts';
import { rounded, type Triple, turnOf } from '../../shell/triple.ts';
import { Body } from './body.ts';
import { BodyPanel } from './body-panel.ts';
import { pairCode } from './code.ts';
import { Overlay } from './overlay.ts';
import { PRESETS } from './presets.ts';
import { ResultPanel } from './result-panel.ts';
import { type BodyState, DEFAULT_VIEW, decode, encode, type PairState, type Side, type ViewState } from './state.ts';
import { Witness } from './witness.ts';

/** Quiet this long, in milliseconds, a pair is timed and written as code: neither is for every frame of a drag. */
const REST = 180;

const EYE = [2.4, 2.1, 6.2] as const;
const SIDES = ['a', 'b'] as const;

export function mount(host: PageHost): () => void {
  let { a, b, view } = decode(host.params, { a: PRESETS[0].a, b: PRESETS[0].b, view: DEFAULT_VIEW });
  const stage = new Stage(host, {
    label:
      'Two shapes. Press A or B to choose one, M, T or S to move, turn or scale it; then arrow keys and Page Up and Down do that, and with Shift they turn it.',
    eye: EYE,
    floor: -2,
  });
  const bodies = { a: new Body('a', a), b: new Body('b', b) };
  const witness = new Witness();
  for (const side of SIDES) stage.scene.add(bodies[side].drawn, bodies[side].object, bodies[side].boxHelper);
  stage.scene.add(witness.object);

  const result = new DistanceResult();
  let answer: DistanceResult | null = null;
  let failure: string | null = null;
  const timer = new RestTimer();
  let timing: Timing | null = null;
  let resting = 0;

  const overlay = new Overlay(host);

  const examples = host.panel.section('Example');
  const example = examples.select({
    label: 'Pair',
    options: [{ value: '', label: 'Your own' }, ...PRESETS.map(({ key, label }) => ({ value: key, label }))],
    value: host.params.has('a') || host.params.has('b') ? '' : PRESETS[0].key,
    onChange: (key) => {
      const preset = PRESETS.find((p) => p.key === key);
      if (preset === undefined) return;
      usePreset(preset);
      example.set(key);
    },
  });
  examples.note(
    'Drag a shape to move it; after pressing Turn, or with Shift, to turn it. What is chosen has handles. Drag beside them to look around.',
  );
  const results = new ResultPanel(host.panel);
  const panels = {
    a: new BodyPanel(host.panel, 'a', a, (state) => change('a', state)),
    b: new BodyPanel(host.panel, 'b', b, (state) => change('b', state)),
  };
  viewControls();
  const code = codeOfThis(host.panel, 'Asks what the page asks, and prints the answer.');

  const handles: Handles<Body> = new Handles<Body>(host, stage, {
    items: () => [bodies.a, bodies.b],
    onSelect: () => paint(),
    onMove: (body, position) => moveFromView(body.side, { ...body.state, position: rounded(position) }),
    onTurn: (body, orientation) => moveFromView(body.side, { ...body.state, turn: turnOf(orientation) }),
    onHandles: (body) => moveFromView(body.side, { ...body.state, ...body.handled() }),
    onStep: (body, axis, shift) =>
      moveFromView(body.side, { ...body.state, ...stepped(body, handles.mode, axis, shift) }),
    onFit: fitView,
  });

  stage.onFrame(() => {
    witness.fit(stage.camera, stage.canvas.clientHeight);
    for (const side of SIDES) overlay.place(side, screenOf(side));
  });
  stage.follow(paint);
  if (isFar(a) || isFar(b)) fitView();
  update();

  function change(side: Side, state: BodyState): void {
    if (side === 'a') a = state;
    else b = state;
    bodies[side].set(state);
    example.set('');
    update();
  }

  function moveFromView(side: Side, state: BodyState): void {
    change(side, state);
    panels[side].show(state);
  }

  function usePreset(pair: { a: BodyState; b: BodyState }): void {
    for (const side of SIDES) {
      const state = pair[side];
      change(side, state);
      panels[side].show(state);
    }
    stage.setView(EYE, [0, 0, 0]);
    if (isFar(a) || isFar(b)) fitView();
  }

  /** Brings both into view; a halfspace, which has no end, is left out. */
  function fitView(): void {
    const bounded = SIDES.map((side) => bodies[side]).filter((body) => !body.unbounded);
    stage.frame(...bounded.map((body) => body.drawn));
  }

  /** Asks the library, and shows what it says. */
  function update(): void {
    try {
      signedDistance(bodies.a.collider, bodies.b.collider, result);
      answer = result;
      failure = null;
    } catch (error) {
      // Two halfspaces are the one pair that has no query; the library says so.
      answer = null;
      failure = error instanceof Error ? error.message : String(error);
    }
    timing = null;
    timer.stop();
    results.show(answer, bodies.a.shape, bodies.b.shape);
    if (answer !== null) results.showTime(null);
    overlay.show(answer, failure);
    witness.show(answer, view, bodies.a.convex && bodies.b.convex);
    for (const side of SIDES) bodies[side].boxHelper.visible = view.boxes && !bodies[side].unbounded;
    paint();
    const state: PairState = { a, b, view };
    host.save(encode(state));
    expose();
    clearTimeout(resting);
    resting = window.setTimeout(rest, REST);
  }

  function rest(): void {
    const text = pairCode(codeBody('a'), codeBody('b'));
    code.set(text, abridged(text));
    if (answer === null) return;
    const out = new DistanceResult();
    const { a, b } = bodies;
    timer.start(
      () => signedDistance(a.collider, b.collider, out),
      (measured) => {
        timing = measured;
        results.showTime(measured);
        expose();
      },
    );
  }

  function codeBody(side: Side): Parameters<typeof pairCode>[0] {
    const { shape, state, orientation } = bodies[side];
    return { shape, state, orientation };
  }

  function paint(): void {
    const hit = answer !== null && answer.distance <= 0;
    const { palette } = host.theme;
    for (const side of SIDES) bodies[side].paint(palette, hit, handles.selected?.side === side);
    witness.paint(palette);
    stage.invalidate();
  }

  /** Where the origin of a body is, in pixels of the view. */
  function screenOf(side: Side): [number, number] {
    const at = new Vector3().copy(bodies[side].object.position).project(stage.camera);
    const { clientWidth, clientHeight } = stage.canvas;
    return [((at.x + 1) / 2) * clientWidth, ((1 - at.y) / 2) * clientHeight];
  }

  function expose(): void {
    const box = stage.canvas.getBoundingClientRect();
    const facts = (side: Side): Record<string, unknown> => {
      const { kind, position, turn, scale, margin } = bodies[side].state;
      const [x, y] = screenOf(side);
      return { kind, position, turn, scale, margin, screen: [box.left + x, box.top + y] };
    };
    host.expose({
      ready: true,
      error: failure,
      distance: answer?.distance,
      uncertainty: answer?.error,
      normal: answer?.normal.toArray(),
      pointA: answer?.pointA.toArray(),
      pointB: answer?.pointB.toArray(),
      iterations: answer?.iterations,
      converged: answer?.converged,
      microseconds: timing === null ? null : 1000 * timing.median,
      a: facts('a'),
      b: facts('b'),
    });
  }

  function viewControls(): void {
    const section = host.panel.section('Show', { open: false });
    const toggle = (label: string, key: keyof ViewState): void => {
      section.checkbox({
        label,
        value: view[key],
        onChange: (on) => {
          view = { ...view, [key]: on };
          update();
        },
      });
    };
    toggle('Witness points', 'witness');
    toggle('Normal, from A to B', 'normal');
    toggle('Separating plane, of convex shapes apart', 'plane');
    toggle('Bounding boxes', 'boxes');
  }

  return () => {
    clearTimeout(resting);
    timer.stop();
    handles.dispose();
    stage.dispose();
  };
}

const KEY_STEP = 0.05;
const KEY_TURN = Math.PI / 36;

/** A body after one step of a key: along an axis, about it, or larger along it. */
function stepped(
  { state: { position, scale }, object: { quaternion } }: Body,
  mode: Mode,
  { x, y, z }: Vector3,
  shift: boolean,
): Partial<BodyState> {
  if (shift || mode === 'turn') {
    const about = new Vector3(-y, x, z);
    return { turn: turnOf(new Quaternion().setFromAxisAngle(about, KEY_TURN).multiply(quaternion)) };
  }
  const add = ([a, b, c]: Triple): Triple => rounded({ x: a + KEY_STEP * x, y: b + KEY_STEP * y, z: c + KEY_STEP * z });
  if (mode === 'move') return { position: add(position) };
  const [sx, sy, sz] = add(scale);
  return { scale: [Math.max(0, sx), Math.max(0, sy), Math.max(0, sz)] };
}

/** So far out that the first view of the camera would miss it. */
function isFar({ position }: BodyState): boolean {
  return position.some((x) => Math.abs(x) > 20);
}
