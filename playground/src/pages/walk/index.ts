/**
 * The Walk page: a character that `Mover` of `encounter/mover` moves through a level; gravity and jumps are the page's own.
 *
 * Exposes { ready, frame (steps so far), shape, view, place, position, ground ('on', 'steep', 'air'), normal (of the ground), on (what moves
 * and carries it: 'lift', 'disc' or null), hits (contact planes of the last move), jumps, falls (over the edge), micros (µs a move, null
 * while the engine warms up), playing }.
 */
import './walk.css';
import { Vector3 } from 'three';
import { abridged } from '../../shapes/code.ts';
import { codeOfThis } from '../../shell/code-section.ts';
import { el } from '../../shell/dom.ts';
import { count, duration, fixed, round, vector } from '../../shell/format.ts';
import type { PageHost } from '../../shell/page.ts';
import type { Panel } from '../../shell/panel.ts';
import { Stage } from '../../shell/stage.ts';
import { Character, HALF_HEIGHT, STEP } from './character.ts';
import { CharacterView } from './character-view.ts';
import { walkCode } from './code.ts';
import { FollowCamera } from './follow-camera.ts';
import { Input } from './input.ts';
import { FLOOR, PLACES } from './level.ts';
import { LevelView } from './level-view.ts';
import { MoveTimer } from './move-timer.ts';
import { decode, encode, type Place, RANGES, SHAPES, type ShapeName, type WalkState } from './state.ts';

/** After as many milliseconds no further step is made before drawing. */
const LONGEST = 12;
/** Numbers change so often, in milliseconds, that they can be read. */
const READABLE = 200;
/** The states of the ground, as screen readers say them. */
const WORDS = { on: 'on ground', steep: 'on a slope too steep', air: 'in the air' } as const;

export function mount(host: PageHost): () => void {
  let state = decode(host.params);
  const stage = new Stage(host, {
    label: 'A character in a level of stairs, slopes, a door, a corner, a lift and a turning disc.',
    keys: 'Arrow keys or W, A, S, D walk, Space jumps, Q and E turn the camera, plus and minus zoom, V changes the view, P pauses, the full stop makes one step, R begins anew.',
    grid: FLOOR,
    // A little below, so that what lies flat on the floor hides it.
    floor: -0.012,
  });
  const character = new Character(state);
  const timer = new MoveTimer(state, character);
  const levelView = new LevelView(character.level);
  const characterView = new CharacterView();
  const camera = new FollowCamera(stage, character.level);
  stage.scene.add(levelView.object, characterView.object);
  const input = new Input(stage.canvas, host.signal, play);
  const ahead = new Vector3();
  /** Seconds that have passed and were not stepped yet, and how many single steps were asked for. */
  let owed = 0;
  let asked = 0;
  /** Who pauses by hand wants steps, and walks by steps. Who prefers less motion has not asked for a pause. */
  let pausedByHand = false;
  let numbersShown = 0;
  let announced = '';

  const caption = el('p', { class: 'walk-caption' }, 'ground');
  const ground = el('p', { class: 'walk-ground' }, '–');
  const line = el('p', { class: 'walk-counts' });
  host.hud.append(el('div', { class: 'walk-result' }, caption, ground, line));
  const [playButton, stepButton, againButton, viewButton] = ['Pause', 'Step', 'Restart', 'First person'].map((label) =>
    el('button', { type: 'button' }, label),
  );
  playButton.addEventListener('click', togglePlay);
  stepButton.addEventListener('click', stepOnce);
  againButton.addEventListener('click', restart);
  viewButton.addEventListener('click', toggleView);
  host.view.append(
    el(
      'div',
      { class: 'tools walk-tools', role: 'group', 'aria-label': 'Motion and view' },
      playButton,
      stepButton,
      againButton,
      viewButton,
    ),
    input.element,
  );

  characterControls(host.panel.section('Character'));
  limitControls(host.panel.section('Limits of the mover'));
  const rows = readouts(host.panel.section('Last move'));
  showControls(host.panel.section('Show'));
  const code = codeOfThis(
    host.panel,
    'As it was when last paused or put somewhere: it walks on from there for two seconds.',
  );

  characterView.become(character);
  characterView.remember(character, true);
  camera.reset(character, state.view);
  stage.onFrame(advance);
  stage.follow((palette) => {
    levelView.paint(palette);
    characterView.paint(palette);
  });
  stage.canvas.addEventListener('keydown', onKey, { capture: true, signal: host.signal });
  stage.loop.autoplay();
  showMotion();

  function set(change: Partial<WalkState>): void {
    state = { ...state, ...change };
    host.save(encode(state));
    stage.invalidate();
  }

  /** Other limits, or another shape: a new mover where the old one was. */
  function become(change: Partial<WalkState>): void {
    set(change);
    character.become(state);
    timer.become(state, character);
    if (change.shape !== undefined) characterView.become(character);
    showCode();
  }

  function enter(where: Place): void {
    set({ place: where });
    character.enter(state);
    begin();
  }

  function restart(): void {
    character.restart(state);
    begin();
  }

  function begin(): void {
    owed = 0;
    numbersShown = 0;
    timer.become(state, character);
    characterView.remember(character, true);
    camera.reset(character, state.view);
    showCode();
    stage.invalidate();
  }

  function advance(dt: number): void {
    const start = performance.now();
    owed += dt;
    let steps = 0;
    let turn = 0;
    while (asked > 0 || (owed > 0.9 * STEP && (steps === 0 || performance.now() - start < LONGEST))) {
      if (asked > 0) asked--;
      else owed -= STEP;
      steps++;
      turn = step();
    }
    owed = Math.min(owed, STEP);
    camera.follow(character, dt, turn);
    levelView.update();
    characterView.update(character, state);
    const now = performance.now();
    if (now - numbersShown > READABLE || !stage.loop.playing) {
      numbersShown = now;
      showNumbers();
    }
    if (steps > 0) timer.sample(character, now);
    if (steps > 0 && !stage.loop.playing) showCode();
    expose();
  }

  /** Returns how the camera turns. */
  function step(): number {
    const { right, ahead: forth, turn, jump } = input.take();
    camera.ahead(ahead);
    // To the right of ahead = (x, z) is (−z, x).
    character.step({ x: forth * ahead.x - right * ahead.z, z: forth * ahead.z + right * ahead.x, jump });
    characterView.remember(character);
    return turn;
  }

  function expose(): void {
    const { position: p, result, frame, jumps, falls } = character;
    const { x, y, z } = result.groundNormal;
    host.expose({
      ready: true,
      frame,
      shape: state.shape,
      view: state.view,
      place: state.place,
      position: [p.x, p.y, p.z],
      ground: result.ground,
      normal: [x, y, z],
      on: character.level.nameOf(result.groundCollider),
      hits: result.hits.length,
      jumps,
      falls,
      micros: timer.median === null ? null : 1000 * timer.median,
      playing: stage.loop.playing,
    });
  }

  function showNumbers(): void {
    const { position, result, mover } = character;
    const { groundNormal: n, moved, hits } = result;
    const time = timer.median === null ? 'warming up' : duration(timer.median);
    const height = position.y - HALF_HEIGHT - mover.skin;
    ground.textContent = result.ground;
    ground.dataset['ground'] = result.ground;
    line.textContent = `${count(hits.length)} ${hits.length === 1 ? 'plane' : 'planes'} · ${time}${timer.median === null ? '' : ' a move'}`;
    rows.height.set(fixed(height, 3));
    rows.normal.set(result.ground === 'air' ? '–' : vector(n));
    rows.slope.set(result.ground === 'air' ? '–' : `${fixed((Math.acos(Math.min(1, n.y)) * 180) / Math.PI, 1)}°`);
    rows.carrier.set(character.level.nameOf(result.groundCollider) ?? '–');
    rows.speed.set(`${fixed(Math.hypot(moved.x, moved.y, moved.z) / STEP, 2)} a second`);
    rows.hits.set(count(hits.length));
    rows.time.set(time);
    const text = `${WORDS[result.ground]}, ${fixed(height, 1)} high`;
    if (text !== announced) host.announce(text);
    announced = text;
  }

  function play(): void {
    if (stage.loop.playing || pausedByHand) return;
    stage.loop.play();
    showMotion();
  }

  function togglePlay(): void {
    if (stage.loop.playing) stage.loop.pause();
    else stage.loop.play();
    pausedByHand = !stage.loop.playing;
    showMotion();
  }

  function stepOnce(): void {
    stage.loop.pause();
    pausedByHand = true;
    asked++;
    showMotion();
    stage.invalidate();
  }

  function toggleView(): void {
    set({ view: state.view === 'third' ? 'first' : 'third' });
    camera.setView(character, state.view);
    showMotion();
  }

  function showMotion(): void {
    playButton.textContent = stage.loop.playing ? 'Pause' : 'Play';
    viewButton.setAttribute('aria-pressed', `${state.view === 'first'}`);
    if (!stage.loop.playing && asked === 0) showCode();
  }

  function showCode(): void {
    const text = walkCode(character, state);
    code.set(text, abridged(text));
  }

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 'p') togglePlay();
    else if (key === '.') stepOnce();
    else if (key === 'v') toggleView();
    else if (key === 'r') restart();
    else return;
    event.preventDefault();
  }

  function characterControls(section: Panel): void {
    section.select({
      label: 'Shape',
      options: Object.entries(SHAPES).map(([value, label]) => ({ value, label })),
      value: state.shape,
      onChange: (shape) => become({ shape: shape as ShapeName }),
    });
    section.select({
      label: 'Put it at',
      options: Object.entries(PLACES).map(([value, { label }]) => ({ value, label })),
      value: state.place,
      onChange: (where) => enter(where as Place),
    });
    section.note(
      'W A S D or arrows walk, Space jumps, a drag or Q and E turn the camera; click into the view first. On a touch screen: the stick and Jump.',
    );
  }

  function limitControls(section: Panel): void {
    const slider = (key: keyof typeof RANGES, label: string, size: number): void => {
      const [min, max] = RANGES[key];
      const onInput = (value: number): void => become({ [key]: round(value) });
      section.slider({ label, min, max, step: size, value: state[key], onInput });
    };
    slider('step', 'Step height', 0.01);
    slider('slope', 'Max slope °', 1);
    slider('snap', 'Snap', 0.01);
    slider('skin', 'Skin', 0.005);
  }

  function readouts(section: Panel) {
    const handles = {
      height: section.readout({ label: 'Foot height' }),
      normal: section.readout({ label: 'Normal' }),
      slope: section.readout({ label: 'Slope' }),
      carrier: section.readout({ label: 'Rides' }),
      speed: section.readout({ label: 'Speed' }),
      hits: section.readout({ label: 'Planes' }),
      time: section.readout({ label: 'Time' }),
    };
    section.note(
      'Time: the median of moves like the last one, without the first ones, for which the engine still compiles.',
    );
    return handles;
  }

  function showControls(section: Panel): void {
    section.checkbox({
      label: 'Contact planes and the normal of the ground',
      value: state.planes,
      onChange: (planes) => set({ planes }),
    });
    section.checkbox({ label: 'Path of the foot', value: state.trail, onChange: (trail) => set({ trail }) });
    section.note('Planes are green where one can stand, orange where it is too steep, red for walls and ceilings.');
  }

  return () => {
    characterView.dispose();
    stage.dispose();
  };
}
