/**
 * The Scene page: many moving objects, who touches whom, and what finding out costs.
 *
 * Exposes { ready, frame (steps so far), objects, encounters, touching, collisionMs (moving, broad and narrow phase, without drawing:
 * the mean of the last 60 steps), checked (frames compared with brute force), mismatches (pairs that were not the same, of all
 * of them), chosen (which object, and its speed, or null), ray (what the ray meets, or null) }. With `check=1` in the address each frame is compared.
 */
import './scene.css';
import { Vector3 } from 'three';
import { abridged } from '../../shapes/code.ts';
import { codeOfThis } from '../../shell/code-section.ts';
import { el } from '../../shell/dom.ts';
import { count, duration, fixed, vector } from '../../shell/format.ts';
import type { PageHost } from '../../shell/page.ts';
import type { Panel } from '../../shell/panel.ts';
import { Stage } from '../../shell/stage.ts';
import { checkFrame } from './check.ts';
import { sceneCode } from './code.ts';
import { CostLog } from './cost-log.ts';
import { CostPanel } from './cost-panel.ts';
import { Instances } from './instances.ts';
import { makeKinds } from './kinds.ts';
import { Legend } from './legend.ts';
import { Overlays } from './overlays.ts';
import { Ray } from './ray.ts';
import {
  type Asked,
  BROAD_PHASES,
  type BroadName,
  decode,
  encode,
  FEWEST,
  MOST,
  RAYS,
  type RayMode,
  type SceneState,
} from './state.ts';
import { Throwing } from './throwing.ts';
import { STEP, World } from './world.ts';

/** Numbers change so often, in milliseconds, that they can be read. */
const READABLE = 250;
/** After as many milliseconds no further step is made before drawing. */
const LONGEST = 10;

export function mount(host: PageHost): () => void {
  let state = decode(host.params);
  const stage = new Stage(host, {
    label:
      'Objects that fly about in a cube. Space plays and pauses, S makes one step, R casts a ray through the middle, C chooses what is there, T throws it away.',
    grid: 0,
  });
  const kinds = makeKinds();
  const costs = new CostLog();
  const ray = new Ray(host, stage);
  stage.scene.add(ray.object);
  let world!: World;
  let instances!: Instances;
  let overlays!: Overlays;
  let encounters = 0;
  let checked = 0;
  let mismatches = 0;
  /** Seconds that have passed and were not stepped yet, and how many steps were asked for. */
  let owed = 0;
  let asked = 0;
  let steps = 0;
  let drawingSince = 0;
  let numbersShown = 0;

  const caption = el('p', { class: 'scene-caption' }, 'collision, a frame');
  const number = el('p', { class: 'scene-number' }, '–');
  const counts = el('p', { class: 'scene-counts' });
  host.hud.append(el('div', { class: 'scene-result' }, caption, number, counts));
  const tag = el('span', { class: 'scene-tag' });
  const aim = el('span', { class: 'scene-aim' });
  const [playButton, stepButton, takeButton] = ['Pause', 'Step', 'Throw'].map((label) =>
    el('button', { type: 'button' }, label),
  );
  takeButton.title = 'A drag takes an object along, and throws it';
  takeButton.addEventListener('click', toggleTaking);
  playButton.addEventListener('click', togglePlay);
  stepButton.addEventListener('click', stepOnce);
  host.view.append(
    aim,
    tag,
    el(
      'div',
      { class: 'tools scene-tools', role: 'group', 'aria-label': 'Motion' },
      playButton,
      stepButton,
      takeButton,
    ),
  );

  const legend = new Legend();
  const key = host.panel.section('Legend');
  key.element.append(legend.element);
  const costPanel = new CostPanel(host.panel);
  worldControls(host.panel.section('Scene'));
  const chosenRows = chosenControls(host.panel.section('Chosen'));
  const throwing: Throwing = new Throwing(host, stage, {
    world: () => world,
    onChoose: (object) => {
      host.announce(object < 0 ? 'None is chosen.' : `${nameOf(object)} is chosen.`);
      showChosen();
    },
    onThrow: (object) => host.announce(`${nameOf(object)} is thrown.`),
  });
  showControls(host.panel.section('Show'));
  const rayRows = rayControls(host.panel.section('Ray'));
  const checks = host.panel.section('Check');
  checks.button({ label: 'Check this frame', hint: 'Compare the pairs with brute force', onClick: checkNow });
  checks.checkbox({ label: 'Check every frame', value: state.check, onChange: (check) => set({ check }) });
  const verdict = checks.readout({ label: 'Verdict' });
  checks.note(
    'Compares the encounters with all pairs of world boxes, and the pairs reported with a query for each. Takes longer than the frame.',
  );

  const code = codeOfThis(host.panel, 'The same objects for a second, from the start: who may touch, and who does.');

  build();
  showCode();
  legend.show(state);
  showChosen();
  toggleTaking(false);
  stage.onFrame(frame);
  stage.scene.onAfterRender = finishFrame;
  stage.follow((palette) => {
    instances.paint(palette);
    overlays.paint(palette);
    ray.paint(palette);
    costPanel.paint(palette);
    costPanel.drawChart(costs);
  });
  stage.canvas.addEventListener('keydown', onKey, { capture: true, signal: host.signal });
  stage.loop.autoplay();
  showMotion();

  /** Makes the objects anew. */
  function build(): void {
    const { half: before } = world ?? { half: 0 };
    instances?.dispose();
    overlays?.dispose();
    world = new World(kinds, state);
    world.detect();
    instances = new Instances(world);
    overlays = new Overlays(world);
    stage.scene.add(instances.object, overlays.object);
    instances.paint(host.theme.palette);
    overlays.paint(host.theme.palette);
    if (world.half !== before) {
      const side = 2 * world.half;
      stage.setView([0.95 * side, 0.6 * side, 1.7 * side], [0, -0.05 * side, 0]);
    }
    throwing.forget();
    forget();
    stage.invalidate();
  }

  /** What was measured and checked was about something else. */
  function forget(): void {
    costs.clear();
    checked = 0;
    mismatches = 0;
    verdict.set('–');
    numbersShown = 0;
  }

  function set(change: Partial<SceneState>): void {
    state = { ...state, ...change };
    host.save(encode(state));
    if (change.count !== undefined || change.seed !== undefined) build();
    if (change.broad !== undefined) world.useBroadPhase(change.broad);
    if (change.response !== undefined) world.useResponse(change.response);
    if (change.broad !== undefined || change.response !== undefined) {
      world.detect();
      forget();
    }
    showCode();
    legend.show(state);
    world.spin = state.spin;
    world.bounce = state.bounce;
    stage.invalidate();
  }

  function showCode(): void {
    const text = sceneCode(kinds, state);
    code.set(text, abridged(text));
  }

  function frame(dt: number): void {
    const start = performance.now();
    owed += dt;
    steps = 0;
    // With some slack for screens that are nearly as fast as the steps. One that is slower gets several steps a frame, if they
    // take no longer than is good for a frame, and slow motion beyond that.
    while (asked > 0 || (owed > 0.9 * STEP && (steps === 0 || performance.now() - start < LONGEST))) {
      if (asked > 0) {
        asked--;
        owed = 0;
      } else owed -= STEP;
      steps++;
      world.step(costs);
      if (state.check) checkNow();
    }
    owed = Math.min(owed, STEP);
    encounters = 0;
    for (const _ of world.scene.encounters()) encounters++;
    ray.cast(world.scene, state.ray);
    drawingSince = performance.now();
    instances.update(throwing.chosen, ray.hit?.collider.data ?? -1);
    overlays.update(state);
  }

  /** Called when the frame is drawn. */
  function finishFrame(): void {
    const now = performance.now();
    if (steps > 0) {
      costs.add('draw', now - drawingSince);
      costs.commit(steps);
      costPanel.drawChart(costs);
    }
    showRay();
    if (now - numbersShown > READABLE || !stage.loop.playing) {
      numbersShown = now;
      showNumbers();
    }
    host.expose({
      ready: true,
      frame: world.frame,
      objects: world.scene.size,
      encounters,
      touching: world.touches.count,
      collisionMs: costs.collision(),
      checked,
      mismatches,
      chosen: throwing.chosen < 0 ? null : { object: throwing.chosen, speed: world.speedOf(throwing.chosen) },
      ray: ray.hit === null ? null : { object: ray.hit.collider.data, t: ray.hit.t, point: ray.hit.point.toArray() },
    });
  }

  function showNumbers(): void {
    const pairs = `${count(encounters)} encounters`;
    number.classList.toggle('cold', costs.count === 0);
    number.textContent = costs.count === 0 ? 'warming up' : duration(costs.collision());
    counts.textContent = `${count(world.scene.size)} objects · ${pairs} · ${count(world.touches.count)} touching`;
    costPanel.showNumbers(costs);
    showChosen();
    const { hit } = ray;
    rayRows.object.set(hit === null ? 'nothing' : nameOf(hit.collider.data));
    rayRows.distance.set(hit === null ? '–' : fixed(ray.distance, 3));
    rayRows.normal.set(hit === null ? '–' : vector(hit.normal));
    if (hit !== null) ray.measure(world.scene);
    rayRows.time.set(hit === null ? '–' : ray.time === null ? 'warming up' : duration(ray.time));
  }

  function showRay(): void {
    aim.hidden = state.ray !== 'centre';
    tag.hidden = ray.hit === null;
    if (ray.hit === null) return;
    tag.textContent = `${kindOf(ray.hit.collider.data)} · ${fixed(ray.distance, 2)}`;
    const at = new Vector3().copy(ray.hit.point).project(stage.camera);
    const x = ((at.x + 1) / 2) * stage.canvas.clientWidth;
    const y = ((1 - at.y) / 2) * stage.canvas.clientHeight;
    tag.style.transform = `translate(${x}px, ${y}px) translate(14px, 10px)`;
  }

  function showChosen(): void {
    const { chosen } = throwing;
    const none = chosen < 0;
    chosenRows.object.set(none ? 'none: click an object' : nameOf(chosen));
    chosenRows.speed.set(none ? '–' : `${fixed(world.speedOf(chosen), 2)} a second`);
    chosenRows.touches.set(none ? '–' : touchedBy(chosen).join('\n') || 'nothing');
    chosenRows.button.disabled = none;
  }

  /** The names of the first few that an object touches. */
  function touchedBy(object: number): string[] {
    const { pairs, count: many } = world.touches;
    const names: string[] = [];
    for (let k = 0; k < 2 * many; k++) if (pairs[k] === object) names.push(nameOf(pairs[k ^ 1]));
    return names.length > 3 ? [...names.slice(0, 3), `and ${names.length - 3} more`] : names;
  }

  function nameOf(i: number): string {
    return `${kindOf(i)}, no. ${i}`;
  }

  function kindOf(i: number): string {
    return kinds[world.kindOf[i]].label;
  }

  function checkNow(): void {
    const found = checkFrame(world);
    checked++;
    mismatches += found.mismatches;
    verdict.element.classList.add('scene-verdict');
    verdict.element.classList.toggle('bad', mismatches > 0);
    const which = checked === 1 ? `frame ${count(world.frame)}` : `${count(checked)} frames`;
    const numbers = `${count(found.encounters)} encounters, ${count(found.touching)} touching`;
    verdict.set(
      mismatches === 0
        ? `✓ ${which}: the same\n${numbers}`
        : `✗ ${which}: ${count(mismatches)} pairs differ\n${numbers}`,
    );
    if (stage.loop.playing) return;
    host.announce(mismatches === 0 ? `The same as brute force: ${numbers}.` : `${mismatches} pairs differ.`);
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

  function toggleTaking(to: unknown): void {
    throwing.taking = typeof to === 'boolean' ? to : !throwing.taking;
    takeButton.setAttribute('aria-pressed', String(throwing.taking));
  }

  function showMotion(): void {
    playButton.textContent = stage.loop.playing ? 'Pause' : 'Play';
  }

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ') togglePlay();
    else if (event.key === 's') stepOnce();
    else if (event.key === 'c') throwing.chooseMiddle();
    else if (event.key === 't') throwing.throwChosen();
    else if (event.key === 'Escape') throwing.choose(-1);
    else if (event.key === 'r') {
      set({ ray: state.ray === 'centre' ? 'pointer' : 'centre' });
      rayRows.mode.set(state.ray);
    } else return;
    event.preventDefault();
  }

  function worldControls(section: Panel): void {
    section.slider({
      label: 'Objects',
      min: FEWEST,
      max: MOST,
      step: 100,
      value: state.count,
      onInput: (n) => set({ count: Math.round(n) }),
    });
    section.select({
      label: 'Broad phase',
      options: Object.entries(BROAD_PHASES).map(([value, { label }]) => ({ value, label })),
      value: state.broad,
      onChange: (broad) => set({ broad: broad as BroadName }),
    });
    section.select({
      label: 'Response',
      options: [
        { value: 'simple', label: 'simple: that they touch' },
        { value: 'witnessed', label: 'witnessed: a common point' },
        { value: 'depth', label: 'depth: how deep, where to' },
      ],
      value: state.response,
      onChange: (type) => set({ response: type as Asked }),
    });
    section.slider({
      label: 'Seed',
      min: 0,
      max: 99,
      step: 1,
      value: state.seed,
      onInput: (seed) => set({ seed: Math.round(seed) }),
    });
    section.checkbox({ label: 'Turn as they move', value: state.spin, onChange: (spin) => set({ spin }) });
    section.checkbox({
      label: 'Bounce off each other (depth only)',
      value: state.bounce,
      onChange: (bounce) => set({ bounce }),
    });
  }

  function showControls(section: Panel): void {
    section.checkbox({ label: 'World boxes', value: state.boxes, onChange: (boxes) => set({ boxes }) });
    section.checkbox({ label: 'Pairs, touching ones in red', value: state.pairs, onChange: (pairs) => set({ pairs }) });
    section.checkbox({
      label: 'Points and normals, if the response has them',
      value: state.marks,
      onChange: (marks) => set({ marks }),
    });
  }

  function chosenControls(section: Panel) {
    const rows = {
      object: section.readout({ label: 'Object' }),
      speed: section.readout({ label: 'Speed' }),
      touches: section.readout({ label: 'Touches' }),
      button: section.button({ label: 'Throw it away from here', onClick: () => throwing.throwChosen() }),
    };
    section.note('A click chooses an object. Press Throw under the picture, and a drag takes one along and throws it.');
    return rows;
  }

  function rayControls(section: Panel) {
    const mode = section.select({
      label: 'Where',
      options: Object.entries(RAYS).map(([value, label]) => ({ value, label })),
      value: state.ray,
      onChange: (value) => set({ ray: value as RayMode }),
    });
    return {
      mode,
      object: section.readout({ label: 'Meets' }),
      distance: section.readout({ label: 'At distance' }),
      normal: section.readout({ label: 'Normal' }),
      time: section.readout({ label: 'Time' }),
    };
  }

  return () => stage.dispose();
}
