/**
 * The Stack page: bodies that stand, fall and rest, by the solver of `examples/lib/solver.mjs`, and the manifolds that hold them.
 *
 * Exposes { ready, what, frame (steps so far), bodies, pairs (that touch), points, lasting (points that were there in the frame before),
 * tilt (of the boxes, at most, in degrees), drift (to the side, at most, in units), fallen, thrown, last (where the last body is), deepest (how far two overlap at most) }.
 */
import './stack.css';
import { Vector2, Vector3 } from 'three';
import { codeOfThis } from '../../shell/code-section.ts';
import { el } from '../../shell/dom.ts';
import { count, duration, fixed, round } from '../../shell/format.ts';
import type { PageHost } from '../../shell/page.ts';
import type { Panel } from '../../shell/panel.ts';
import { Stage } from '../../shell/stage.ts';
import { WarmUp } from '../../shell/timing.ts';
import { Stacking, VIEWS } from './arrangements.ts';
import { stackCode } from './code.ts';
import { Drawing } from './drawing.ts';
import { ARRANGEMENTS, type Arrangement, decode, encode, FARTHEST, type StackState } from './state.ts';

/** Seconds a step. */
const STEP = 1 / 60;
/** After as many milliseconds no further step is made before drawing. */
const LONGEST = 12;
/** Numbers change so often, in milliseconds, that they can be read. */
const READABLE = 250;
/** How fast a ball is thrown, in units a second; faster, if it would fly for more than so many seconds. */
const SPEED = 16;
const LONGEST_FLIGHT = 1.2;
/** A view is low if it has fewer pixels. */
const LOW_VIEW = 450;
/** A pointer that moves by more than so many pixels turns the camera, and throws nothing. */
const STILL = 6;

export function mount(host: PageHost): () => void {
  let state = decode(host.params);
  const stage = new Stage(host, {
    label:
      'Boxes or balls on a floor. Space plays and pauses, S makes one step, R begins anew, T throws a ball into the middle; a click throws one there.',
    grid: 40,
  });
  const drawing = new Drawing();
  stage.scene.add(drawing.object);
  let stacking!: Stacking;
  let frame = 0;
  let counts = { pairs: 0, points: 0, lasting: 0, deepest: 0 };
  /** Milliseconds, means of so many frames: those after the engine has warmed up. */
  let costs = { contacts: 0, solver: 0 };
  let timed = 0;
  const warmUp = new WarmUp();
  /** Seconds that have passed and were not stepped yet, and how many steps were asked for. */
  let owed = 0;
  let asked = 0;
  let numbersShown = 0;

  const caption = el('p', { class: 'stack-caption' });
  const number = el('p', { class: 'stack-number' }, '–');
  const line = el('p', { class: 'stack-counts' });
  host.hud.append(el('div', { class: 'stack-result' }, caption, number, line));
  const [playButton, stepButton, againButton, throwButton] = ['Pause', 'Step', 'Restart', 'Throw'].map((label) =>
    el('button', { type: 'button' }, label),
  );
  playButton.addEventListener('click', togglePlay);
  stepButton.addEventListener('click', stepOnce);
  againButton.addEventListener('click', build);
  throwButton.addEventListener('click', () => throwAt(new Vector2(0, 0)));
  host.view.append(
    el(
      'div',
      { class: 'tools stack-tools', role: 'group', 'aria-label': 'Motion' },
      playButton,
      stepButton,
      againButton,
      throwButton,
    ),
  );

  controls(host.panel.section('Scene'));
  const rows = readouts(host.panel.section('Contact'));
  showControls(host.panel.section('Show'));
  const code = codeOfThis(host.panel, 'The same bodies for two seconds, from the start, with the whole solver.');

  build();
  stage.onFrame(advance);
  stage.follow((palette) => drawing.paint(palette));
  stage.canvas.addEventListener('keydown', onKey, { capture: true, signal: host.signal });
  throwOnClick();
  stage.loop.autoplay();
  showMotion();

  /** Puts everything back to where it began. */
  function build(): void {
    const before = stacking?.what;
    stacking = new Stacking(state.what, state.separation);
    frame = 0;
    owed = 0;
    asked = 0;
    if (before !== state.what) {
      look();
      costs = { contacts: 0, solver: 0 };
      timed = 0;
      warmUp.reset();
    }
    numbersShown = 0;
    const { text, shown } = stackCode(stacking, state.separation);
    code.set(text, shown);
    // What touches at the start is seen before anything moves.
    stacking.world.findContacts();
    take();
    stage.invalidate();
  }

  function look(): void {
    const [eye, [x, y, z], times] = VIEWS[state.what];
    const low = host.view.clientHeight < LOW_VIEW;
    const far = low ? times : 1;
    drawing.pointScale = low ? 0.6 : 1;
    stage.setView([x + far * (eye[0] - x), y + far * (eye[1] - y), z + far * (eye[2] - z)], [x, y, z]);
  }

  function set(change: Partial<StackState>): void {
    state = { ...state, ...change };
    host.save(encode(state));
    if (change.what !== undefined || change.separation !== undefined) build();
    stage.invalidate();
  }

  function advance(dt: number): void {
    const start = performance.now();
    owed += dt;
    let steps = 0;
    while (asked > 0 || (owed > 0.9 * STEP && (steps === 0 || performance.now() - start < LONGEST))) {
      if (asked > 0) {
        asked--;
        owed = 0;
      } else owed -= STEP;
      steps++;
      step();
    }
    owed = Math.min(owed, STEP);
    drawing.update(stacking, state, frame, stage.camera.position);
    const now = performance.now();
    if (now - numbersShown > READABLE || !stage.loop.playing) {
      numbersShown = now;
      showNumbers();
    }
    const { tilt, drift } = stacking.standing();
    host.expose({
      ready: true,
      what: state.what,
      frame,
      bodies: stacking.things.length,
      ...counts,
      tilt,
      drift,
      fallen: stacking.fallen(),
      thrown: stacking.thrown,
      last: stacking.things[stacking.things.length - 1].body.position.toArray(),
    });
  }

  function step(): void {
    const { world } = stacking;
    frame++;
    const start = performance.now();
    const contacts = world.findContacts();
    const found = performance.now();
    take();
    const solving = performance.now();
    world.solve(contacts, STEP);
    const end = performance.now();
    if (!warmUp.add(found - start + end - solving)) return;
    // The mean of the last frames, more or less; a plain one at first.
    const weight = Math.max(0.05, 1 / ++timed);
    costs = {
      contacts: costs.contacts + weight * (found - start - costs.contacts),
      solver: costs.solver + weight * (end - solving - costs.solver),
    };
  }

  /** Counts the points. A new one gets the frame in which it was found, and keeps it while it lasts. */
  function take(): void {
    counts = { pairs: stacking.world.touches.length, points: 0, lasting: 0, deepest: 0 };
    for (const { manifolds } of stacking.world.touches)
      for (const { points } of manifolds)
        for (const point of points) {
          counts.points++;
          counts.deepest = Math.max(counts.deepest, -point.separation);
          if (point.data === null) point.data = frame;
          else counts.lasting++;
        }
  }

  function showNumbers(): void {
    const { tilt, drift } = stacking.standing();
    const { pairs, points, lasting, deepest } = counts;
    if (state.what === 'dominoes') show('fallen', `${stacking.fallen()} of 20`);
    else if (state.what === 'pit') show('deepest overlap', `${fixed(1000 * deepest, 1)} mm`);
    else show('largest tilt', `${fixed(tilt, 2)}°`);
    line.textContent = `${count(stacking.things.length)} bodies · ${count(pairs)} pairs · ${count(points)} points`;
    rows.points.set(count(points));
    rows.lasting.set(points === 0 ? '–' : `${count(lasting)}, ${fixed((100 * lasting) / points, 0)} %`);
    rows.deepest.set(`${fixed(1000 * deepest, 1)} mm`);
    rows.drift.set(fixed(drift, 3));
    rows.contacts.set(timed > 0 ? duration(costs.contacts) : 'warming up');
    rows.solver.set(timed > 0 ? duration(costs.solver) : 'warming up');
  }

  function show(what: string, value: string): void {
    caption.textContent = what;
    number.textContent = value;
  }

  /** A click, or a tap, throws a ball there; a drag turns the camera. */
  function throwOnClick(): void {
    const { canvas } = stage;
    const { signal } = host;
    let from: Vector2 | null = null;
    canvas.addEventListener(
      'pointerdown',
      ({ clientX, clientY, isPrimary, button }) => {
        from = isPrimary && button === 0 ? new Vector2(clientX, clientY) : null;
      },
      { signal },
    );
    canvas.addEventListener(
      'pointerup',
      ({ clientX, clientY }) => {
        if (from === null || from.distanceTo(new Vector2(clientX, clientY)) > STILL) return;
        const { left, top, width, height } = canvas.getBoundingClientRect();
        throwAt(new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height));
      },
      { signal },
    );
  }

  /** Throws a ball from the camera through a point of the view, −1 … 1 in both directions. */
  function throwAt({ x, y }: Vector2): void {
    const { position } = stage.camera;
    const sight = new Vector3(x, y, 0.5).unproject(stage.camera).sub(position).normalize();
    const start = position.clone().addScaledVector(sight, 1.5);
    const distance = stage.controls.target.distanceTo(start);
    const speed = Math.max(SPEED, distance / LONGEST_FLIGHT);
    const velocity = sight.multiplyScalar(speed);
    // Upward by as much as it falls on the way to what is looked at.
    velocity.y += (10 * distance) / (2 * speed);
    stacking.throwBall([start.x, Math.max(0.4, start.y), start.z], [velocity.x, velocity.y, velocity.z]);
    host.announce('A ball was thrown.');
    stage.invalidate();
  }

  function togglePlay(): void {
    if (stage.loop.playing) stage.loop.pause();
    else stage.loop.play();
    showMotion();
  }

  function stepOnce(): void {
    stage.loop.pause();
    asked++;
    showMotion();
    stage.invalidate();
  }

  function showMotion(): void {
    playButton.textContent = stage.loop.playing ? 'Pause' : 'Play';
  }

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ') togglePlay();
    else if (event.key === 's') stepOnce();
    else if (event.key === 'r') build();
    else if (event.key === 't') throwAt(new Vector2(0, 0));
    else return;
    event.preventDefault();
  }

  function controls(section: Panel): void {
    section.select({
      label: 'What',
      options: Object.entries(ARRANGEMENTS).map(([value, label]) => ({ value, label })),
      value: state.what,
      onChange: (what) => set({ what: what as Arrangement }),
    });
    section.slider({
      label: 'Gaps up to',
      min: 0,
      max: FARTHEST,
      step: 0.005,
      value: state.separation,
      onInput: (separation) => set({ separation: round(separation) }),
    });
    section.note(
      'Gaps: maxSeparation, how far apart points may be. A click or a tap throws a ball. The solver is in the code below.',
    );
  }

  function readouts(section: Panel) {
    const made = {
      points: section.readout({ label: 'Points' }),
      lasting: section.readout({ label: 'Lasting' }),
      deepest: section.readout({ label: 'Deepest' }),
      drift: section.readout({ label: 'Drift' }),
      contacts: section.readout({ label: 'Found in' }),
      solver: section.readout({ label: 'Solved in' }),
    };
    section.note('Times are means of the last frames, without those in which the engine warms up.');
    return made;
  }

  function showControls(section: Panel): void {
    section.checkbox({ label: 'Points, new ones in red', value: state.points, onChange: (points) => set({ points }) });
    section.checkbox({
      label: 'Normals, longer the more they carry',
      value: state.normals,
      onChange: (normals) => set({ normals }),
    });
    section.checkbox({ label: 'Bodies of glass', value: state.glass, onChange: (glass) => set({ glass }) });
  }

  return () => {
    drawing.dispose();
    stage.dispose();
  };
}
