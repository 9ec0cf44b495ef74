/**
 * The Motion page: two shapes that move and turn, and when they first meet.
 *
 * Exposes { ready, error (a text, or null), t (the time that is shown), playing, distance (at that time), impact: { t, point, normal,
 * gap, converged } or null, steps (the times at which the query computed distances), code, a, b: { kind, position, turn, move, spin,
 * pivot, screen: where it starts, in pixels of the page, end: the same of where it ends } }.
 */
import './motion.css';
import { Impact, timeOfImpact } from 'encounter';
import { Quaternion, Vector3 } from 'three';
import { abridged } from '../../shapes/code.ts';
import { Marks } from '../../shapes/marks.ts';
import { codeOfThis } from '../../shell/code-section.ts';
import { el } from '../../shell/dom.ts';
import { count, fixed, vector } from '../../shell/format.ts';
import { Gizmo } from '../../shell/gizmo.ts';
import { Grab } from '../../shell/grab.ts';
import { GrowingLines, GrowingPoints } from '../../shell/growing-lines.ts';
import type { PageHost } from '../../shell/page.ts';
import { Stage } from '../../shell/stage.ts';
import { RestTimer, timingText } from '../../shell/timing.ts';
import { rounded, turnOf } from '../../shell/triple.ts';
import { type Answer, ask, nearestAt, sampleDistances } from './answer.ts';
import { Body, type Pose } from './body.ts';
import { BodyPanel } from './body-panel.ts';
import { Chart } from './chart.ts';
import { motionCode } from './code.ts';
import { PRESETS, type Preset } from './presets.ts';
import { type BodyState, decode, encode, SIDES, type Side, withEnd, withEndTurn } from './state.ts';
import { Transport } from './transport.ts';

type Mode = 'move' | 'turn';

const EYE = [2.6, 2.2, 6.4] as const;
const KEY_STEP = 0.05;
const KEY_TURN = Math.PI / 36;

/** Seconds that a motion takes when it is played. */
const DURATION = 3.2;

/** Samples of the distance: of convex shapes at once, of others when nothing changed for a while, in milliseconds. */
const SAMPLES = 120;
const COMPLEX_SAMPLES = 60;
const REST = 180;

const NOWHERE: Answer = { impact: null, steps: [] };

export function mount(host: PageHost): () => void {
  let state = decode(host.params, PRESETS[0]);
  let answer: Answer = NOWHERE;
  let failure: string | null = null;
  let mode: Mode = 'move';
  let resting = 0;
  const timer = new RestTimer();
  let distance = 0;
  const stage = new Stage(host, {
    label:
      'Two shapes that move. Press A or B to choose where one starts, 1 or 2 for where it ends; then arrow keys and Page Up and Down move it, with Shift they turn it.',
    eye: EYE,
    floor: -2,
  });
  const bodies = { a: new Body('a', state.a), b: new Body('b', state.b) };
  const poses = SIDES.flatMap((side) => [bodies[side].start, bodies[side].end]);
  const marks = new Marks();
  /** Between the nearest points, at the time that is shown. */
  const gap = new GrowingLines();
  const gapEnds = new GrowingPoints();
  gap.material.depthTest = false;
  for (const { object } of [gap, gapEnds]) object.renderOrder = 1;
  stage.scene.add(bodies.a.object, bodies.b.object, marks.object, gap.object, gapEnds.object);

  const verdict = el('p', { class: 'verdict' });
  const number = el('p', { class: 'number' });
  const bound = el('p', { class: 'bound' });
  host.hud.append(verdict, number, bound);
  const tags = { a: el('span', { class: 'tag' }, 'A'), b: el('span', { class: 'tag' }, 'B') };
  const transport = new Transport({ onPlay: toggle, onTime: scrub, onContact: toContact });
  host.view.append(tags.a, tags.b, el('div', { class: 'motion-dock' }, makeTools(), transport.element));

  const examples = host.panel.section('Example');
  const example = examples.select({
    label: 'Motion',
    options: [{ value: '', label: 'Your own' }, ...PRESETS.map(({ key, label }) => ({ value: key, label }))],
    value: host.params.has('a') ? '' : PRESETS[0].key,
    onChange: (key) => {
      const preset = PRESETS.find((p) => p.key === key);
      if (preset !== undefined) usePreset(preset);
    },
  });
  const note = examples.note(host.params.has('a') ? '' : PRESETS[0].note);
  examples.note('Drag the pale shapes, where a motion starts and ends; after pressing Turn, turn them by their rings.');
  const results = host.panel.section('First contact');
  const rows = {
    t: results.readout({ label: 't' }),
    point: results.readout({ label: 'Point' }),
    normal: results.readout({ label: 'Normal' }),
    gap: results.readout({ label: 'Gap left' }),
    work: results.readout({ label: 'Work' }),
    time: results.readout({ label: 'Time' }),
  };
  const chart = new Chart(scrub, showStep);
  host.panel.section('Distance over time').element.append(chart.element);
  const panels = {
    a: new BodyPanel(host.panel, 'a', state.a, (body) => change('a', body)),
    b: new BodyPanel(host.panel, 'b', state.b, (body) => change('b', body)),
  };
  const show = host.panel.section('Show', { open: false });
  for (const [key, label] of [
    ['trail', 'Placements in between'],
    ['swept', 'Swept shapes, of convex ones'],
  ] as const)
    show.checkbox({
      label,
      value: state[key],
      onChange: (on) => {
        state = { ...state, [key]: on };
        update();
      },
    });
  const code = codeOfThis(host.panel, 'Prints the first contact, and places both there.');

  const gizmo = new Gizmo(stage, () => {
    const { selected } = grab;
    if (selected !== null) turn(selected, selected.object.quaternion);
  });
  gizmo.mode = 'turn';
  const grab: Grab<Pose> = new Grab<Pose>(host, stage, {
    // The one that is chosen comes first: the end of what stands still is where it starts.
    items: () => [...poses].sort((p, q) => Number(q === grab.selected) - Number(p === grab.selected)),
    onSelect: (pose) => {
      gizmo.attach(mode === 'turn' && pose !== null ? pose.object : null);
      paint();
    },
    onMove: move,
    onStep: (pose, step, shift) => {
      if (!shift && mode === 'move') {
        move(pose, pose.object.position.clone().addScaledVector(step, KEY_STEP));
        return;
      }
      const about = new Vector3(-step.y, step.x, step.z);
      turn(pose, new Quaternion().setFromAxisAngle(about, KEY_TURN).multiply(pose.object.quaternion));
    },
    isTaken: (event) => gizmo.isUnder(event),
  });

  stage.onFrame((dt) => {
    if (dt > 0) advance(dt);
    marks.fit(stage.camera, stage.canvas.clientHeight);
    for (const side of SIDES) {
      const [x, y] = screenOf(new Vector3().setFromMatrixPosition(bodies[side].now.matrix));
      tags[side].style.transform = `translate(${x}px, ${y}px) translate(-50%, calc(-50% - 18px))`;
    }
  });
  fitView();
  update();
  stage.follow(paint);

  function usePreset({ key, note: text, a, b, eye = EYE }: Preset): void {
    stage.loop.pause();
    grab.select(null);
    state = { ...state, a, b, t: null };
    for (const side of SIDES) {
      bodies[side].set(state[side]);
      panels[side].show(state[side]);
    }
    stage.setView(eye, [0, 0, 0]);
    fitView();
    update();
    example.set(key);
    note.set(text);
  }

  function change(side: Side, body: BodyState): void {
    state = { ...state, [side]: body };
    bodies[side].set(body);
    example.set('');
    note.set('');
    update();
  }

  function changeFromView(side: Side, body: BodyState): void {
    change(side, body);
    panels[side].show(body);
  }

  function move({ side, end }: Pose, to: Vector3): void {
    const body = state[side];
    changeFromView(side, end ? withEnd(body, to) : { ...body, position: rounded(to) });
  }

  function turn({ side, end }: Pose, to: Quaternion): void {
    const body = state[side];
    changeFromView(side, end ? withEndTurn(body, to) : { ...body, turn: turnOf(to) });
  }

  /** Brings both into view, with all of their way; a halfspace, which has no end, is left out. */
  function fitView(): void {
    const bounded = SIDES.map((side) => bodies[side]).filter((body) => !body.unbounded);
    stage.frame(...bounded.flatMap(({ start, end }) => [start.object, end.object]));
  }

  /** The time that is shown. */
  function shownTime(): number {
    return state.t ?? answer.impact?.t ?? 1;
  }

  function scrub(t: number): void {
    stage.loop.pause();
    state = { ...state, t: Math.round(t * 1e4) / 1e4 };
    showTime();
  }

  /** A step of the search, at just its time. */
  function showStep(t: number): void {
    stage.loop.pause();
    state = { ...state, t };
    showTime();
  }

  function toContact(): void {
    stage.loop.pause();
    state = { ...state, t: null };
    showTime();
  }

  function toggle(): void {
    if (stage.loop.playing) {
      scrub(shownTime());
      return;
    }
    // From the end it begins anew, and from the contact, too: that is where one looks first.
    if (state.t === null || state.t >= 1) state = { ...state, t: 0 };
    stage.loop.play();
    showTime();
  }

  function advance(dt: number): void {
    const t = Math.min(1, (state.t ?? 0) + dt / DURATION);
    state = { ...state, t };
    if (t === 1) scrub(1);
    else showTime();
  }

  /** Asks the library, and shows what it says. */
  function update(): void {
    try {
      answer = ask(bodies.a, bodies.b);
      failure = null;
    } catch (error) {
      // Two halfspaces are the one pair that has no query; the library says so.
      answer = NOWHERE;
      failure = error instanceof Error ? error.message : String(error);
    }
    const { impact } = answer;
    verdict.textContent = failure ?? (impact === null ? 'an impact?' : 'first contact at t =');
    number.textContent = failure !== null ? '' : impact === null ? 'none' : fixed(impact.t, 4);
    bound.textContent =
      failure !== null
        ? ''
        : impact === null
          ? 'null, which is a proof'
          : `proven apart before, ${tiny(impact.gap)} apart there`;
    host.announce(`${verdict.textContent} ${number.textContent} ${bound.textContent}`);
    showRows();
    const at = impact === null ? null : new Vector3().copy(impact.point);
    marks.show({
      points: at === null ? [] : [at],
      normal: at === null ? null : { at, direction: new Vector3().copy(impact!.normal) },
    });
    for (const side of SIDES) bodies[side].showSweep(state.trail, state.swept);
    showTime();
    const text = motionCode(bodies.a, bodies.b);
    code.set(text, abridged(text));
    clearTimeout(resting);
    timer.stop();
    const simple = bodies.a.simple && bodies.b.simple;
    if (simple) sample(SAMPLES);
    resting = window.setTimeout(() => rest(simple), REST);
  }

  /** What is not for every frame of a drag. */
  function rest(simple: boolean): void {
    if (failure !== null) return;
    if (!simple) sample(COMPLEX_SAMPLES);
    const { a, b } = bodies;
    const out = new Impact();
    timer.start(
      () => timeOfImpact(a.collider, a.motion, b.collider, b.motion, out),
      (timing) => rows.time.set(timingText(timing)),
    );
  }

  function sample(samples: number): void {
    if (failure !== null) return;
    chart.show(sampleDistances(bodies.a, bodies.b, answer, samples), answer);
    chart.mark(shownTime());
  }

  function showRows(): void {
    const { impact, steps } = answer;
    if (impact === null) {
      for (const row of Object.values(rows)) row.set('–');
      if (failure !== null) return;
      rows.t.set('null: no impact');
    } else {
      rows.t.set(fixed(impact.t, 9));
      rows.point.set(vector(impact.point));
      rows.normal.set(vector(impact.normal));
      rows.gap.set(`${tiny(impact.gap)}${impact.converged ? '' : '\nnot within the accuracy'}`);
    }
    const distances = steps.length === 0 ? '' : `${steps.length} ${steps.length === 1 ? 'distance' : 'distances'}`;
    const support = impact === null ? '' : `${count(impact.iterations)} support points`;
    rows.work.set([distances, support].filter((words) => words !== '').join('\n') || '–');
    rows.time.set('measured at rest');
  }

  /** Moves what is drawn to the time that is shown. */
  function showTime(): void {
    const t = shownTime();
    const { impact } = answer;
    for (const side of SIDES) bodies[side].show(t);
    distance = failure === null ? showGap(t) : NaN;
    transport.show(t, stage.loop.playing, state.t === null, impact !== null);
    chart.mark(t);
    paint();
    if (!stage.loop.playing) host.save(encode(state));
    expose();
  }

  /** Draws the line between the nearest points, which shrinks until they meet; returns how long it is. */
  function showGap(t: number): number {
    const { distance: length, pointA, pointB } = nearestAt(bodies.a, bodies.b, t);
    for (const { vertices } of [gap, gapEnds]) {
      vertices.clear();
      if (length > 0) for (const { x, y, z } of [pointA, pointB]) vertices.add(x, y, z);
      vertices.finish();
    }
    return length;
  }

  function paint(): void {
    const { palette } = host.theme;
    // Until the first contact they touch at most, which is no overlap to be seen into.
    const deep = distance === 0 && answer.impact !== null && shownTime() > answer.impact.t;
    host.hud.classList.toggle('hit', answer.impact !== null);
    for (const side of SIDES) bodies[side].paint(palette, deep, grab.selected);
    marks.paint(palette);
    for (const { material } of [gap, gapEnds]) material.color.set(palette.calm);
    stage.invalidate();
  }

  /** In pixels of the view. */
  function screenOf(position: Vector3): [number, number] {
    // The camera may have moved since the last frame was drawn.
    stage.camera.updateMatrixWorld();
    const at = position.clone().project(stage.camera);
    const { clientWidth, clientHeight } = stage.canvas;
    return [((at.x + 1) / 2) * clientWidth, ((1 - at.y) / 2) * clientHeight];
  }

  function expose(): void {
    const box = stage.canvas.getBoundingClientRect();
    const onPage = ({ object }: Pose): [number, number] => {
      const [x, y] = screenOf(object.position);
      return [box.left + x, box.top + y];
    };
    const facts = (side: Side): Record<string, unknown> => {
      const { shape, ...rest } = state[side];
      const { start, end } = bodies[side];
      return { kind: shape.kind, ...rest, screen: onPage(start), end: onPage(end) };
    };
    const { impact, steps } = answer;
    host.expose({
      ready: true,
      error: failure,
      t: shownTime(),
      playing: stage.loop.playing,
      distance,
      impact:
        impact === null
          ? null
          : {
              t: impact.t,
              point: impact.point.toArray(),
              normal: impact.normal.toArray(),
              gap: impact.gap,
              converged: impact.converged,
            },
      steps: steps.map(({ t }) => t),
      code: motionCode(bodies.a, bodies.b),
      a: facts('a'),
      b: facts('b'),
    });
  }

  /** What a drag does, and the way back for a camera that got lost. */
  function makeTools(): HTMLElement {
    const modes = (['move', 'turn'] as const).map((wanted) => {
      const button = el('button', { type: 'button', 'aria-pressed': String(wanted === mode) });
      button.textContent = { move: 'Move', turn: 'Turn' }[wanted];
      button.addEventListener('click', () => {
        mode = wanted;
        for (const other of modes) other.setAttribute('aria-pressed', String(other === button));
        gizmo.attach(mode === 'turn' && grab.selected !== null ? grab.selected.object : null);
      });
      return button;
    });
    const fit = el('button', { type: 'button', title: 'Bring both motions into view' }, 'Fit');
    fit.addEventListener('click', fitView);
    return el('div', { class: 'motion-tools', role: 'group', 'aria-label': 'What dragging does' }, ...modes, fit);
  }

  return () => {
    clearTimeout(resting);
    timer.stop();
    gizmo.dispose();
    stage.dispose();
  };
}

/** A length that is mostly near zero. */
function tiny(x: number): string {
  return x === 0 ? '0' : x.toExponential(1).replace('e-', 'e−').replace('e+', 'e');
}
