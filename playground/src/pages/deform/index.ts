/**
 * The Deform page: surfaces whose vertices are written anew each frame, and what they touch.
 *
 * Exposes { ready, triangles, contacts, refitMs, contactsMs, deformMs (means of the last frames), time, playing, marked: how many triangles
 * are highlighted, ball, box, other: { position, screen: in pixels of the page } or null }.
 */
import './deform.css';
import { Box, Collider, type Contact, contacts, intersects, Sphere } from 'encounter';
import {
  BoxGeometry,
  type BufferGeometry,
  CylinderGeometry,
  Mesh,
  MeshStandardMaterial,
  SphereGeometry,
  Vector3,
} from 'three';
import { codeOfThis } from '../../shell/code-section.ts';
import { el } from '../../shell/dom.ts';
import { count, fixed, round } from '../../shell/format.ts';
import { Grab, type Grabbable } from '../../shell/grab.ts';
import type { PageHost } from '../../shell/page.ts';
import { disposeTree, Stage } from '../../shell/stage.ts';
import { deformCode } from './code.ts';
import { Costs, type Part } from './costs.ts';
import { Deforming } from './deforming.ts';
import { FORMS, type FormName, PERIOD } from './forms.mjs';
import { type DeformState, decode, encode, SIZES, THINGS, type Thing, type Triple } from './state.ts';
import { Witnesses } from './witnesses.ts';

const BALL = 0.42;
const BOX = 0.6;
const KEY_STEP = 0.05;

/** Milliseconds: quiet this long, what stands still is measured; and how long that takes. */
const REST = 200;
const MEASURE = 60;
const FEWEST_RUNS = 4;

interface Item extends Grabbable {
  readonly thing: Thing;
}

/** The two surfaces, the ball and the box are all that can meet; ball and box are not deformed and not asked. */
interface Pair {
  readonly a: Deforming;
  readonly b: Thing;
  readonly list: Contact[];
}

export function mount(host: PageHost): () => void {
  let state = decode(host.params);
  let time = state.stopped ?? 0;
  /** Whether anything changed since the last answer: the camera alone does not. */
  let stale = true;
  let resting = 0;
  /** The time that the code is of. */
  let coded = Infinity;

  const stage = new Stage(host, {
    label:
      'A surface that moves, and things in its way. Press 1 for the ball, 2 for the box, 3 for the second surface; then arrow keys and Page Up and Down move it.',
    eye: [2.5, 1.5, 6],
    target: [0.2, -0.15, 0],
    floor: -1.55,
  });
  const things = {
    ball: solid('ball', '1', new Collider(new Sphere(BALL)), new SphereGeometry(BALL, 48, 32)),
    box: solid('box', '2', new Collider(new Box([BOX, BOX, BOX])), new BoxGeometry(BOX, BOX, BOX)),
  };
  const pole = new Mesh(new CylinderGeometry(0.03, 0.03, 2.75, 16), new MeshStandardMaterial({ roughness: 0.7 }));
  pole.position.set(-1.63, -0.2, 0);
  const witnesses = new Witnesses();
  stage.scene.add(things.ball.object, things.box.object, pole, witnesses.object);
  let first!: Deforming;
  let second: Deforming | null = null;
  let other: Item | null = null;
  let pairs: Pair[] = [];

  const verdict = el('p', { class: 'verdict' });
  const number = el('p', { class: 'number' });
  host.hud.append(verdict, number);
  const transport = addTransport();

  const surfaces = host.panel.section('Surfaces');
  surfaces.select({
    label: 'First',
    options: formOptions(),
    value: state.form,
    onChange: (form) => rebuild({ form: form as FormName }),
  });
  surfaces.select({
    label: 'Second',
    options: [{ value: 'none', label: 'None' }, ...formOptions()],
    value: state.second,
    onChange: (form) => rebuild({ second: form as FormName | 'none' }),
  });
  surfaces.select({
    label: 'Triangles',
    options: SIZES.map((n) => ({ value: `${n}`, label: `about ${count(n)} each` })),
    value: `${state.triangles}`,
    onChange: (n) => rebuild({ triangles: Number(n) }),
  });
  surfaces.note('Drag the ball, the box or the second surface into the first. Drag beside them to look around.');

  const results = host.panel.section('Contacts');
  const rows = {
    triangles: results.readout({ label: 'Triangles' }),
    ball: results.readout({ label: 'Ball' }),
    box: results.readout({ label: 'Box' }),
    other: results.readout({ label: 'Second' }),
    marked: results.readout({ label: 'Highlighted' }),
  };
  const costs = new Costs(host.panel);
  const show = host.panel.section('Show');
  show.checkbox({
    label: 'Points and normals of contacts',
    value: state.points,
    onChange: (points) => {
      costs.reset();
      change({ points });
    },
  });
  show.checkbox({ label: 'Triangles as lines', value: state.lines, onChange: (lines) => change({ lines }) });
  show.button({
    label: 'Fit',
    hint: 'Bring everything into view',
    onClick: () => stage.frame(first.object, things.ball.object, things.box.object, ...(second ? [second.object] : [])),
  });
  const code = codeOfThis(host.panel, 'Goes on for a second from the moment that is shown.');
  host.panel
    .section('How it is done', { open: false })
    .note(
      'Positions and normals are in one Float32Array. three.js draws from it, and a VertexArray with a stride of six reads the same numbers: nothing is copied. Each frame writes it, calls mesh.refit(), and asks contacts() of each pair. With points and normals it asks for the witness of every contact, which costs more.',
    );

  const grab = new Grab<Item>(host, stage, {
    items: () => (other === null ? [things.ball, things.box] : [things.ball, things.box, other]),
    onSelect: () => paint(),
    onMove: ({ thing }, position) => move(thing, position),
    onStep: ({ thing, object }, step) => move(thing, step.multiplyScalar(KEY_STEP).add(object.position)),
  });

  stage.onFrame((dt) => {
    if (dt > 0) {
      time = (time + dt) % PERIOD;
      transport.show(time);
      stale = true;
    }
    if (stale) update();
  });
  build();
  stage.follow(paint);
  if (state.stopped === null && !stage.loop.autoplay()) stop();
  transport.show(time);
  host.save(encode(state));

  function change(part: Partial<DeformState>): void {
    state = { ...state, ...part };
    host.save(encode(state));
    stale = true;
    paint();
  }

  function rebuild(part: Partial<DeformState>): void {
    change(part);
    build();
  }

  /** Makes the surfaces that the state names. */
  function build(): void {
    for (const surface of [first, second]) {
      if (!surface) continue; // the first time
      stage.scene.remove(surface.object);
      disposeTree(surface.object);
    }
    first = new Deforming(state.form, state.triangles, time);
    second = state.second === 'none' ? null : new Deforming(state.second, state.triangles, time);
    other =
      second === null
        ? null
        : { key: '3', name: 'The second surface', thing: 'other', collider: second.collider, object: second.object };
    if (grab.selected?.thing === 'other') grab.select(other);
    stage.scene.add(first.object);
    if (second !== null) stage.scene.add(second.object);
    pairs = [first, second].flatMap((a) =>
      a === null ? [] : (['ball', 'box'] as const).map((b): Pair => ({ a, b, list: [] })),
    );
    if (second !== null) pairs.push({ a: first, b: 'other', list: [] });
    pole.visible = state.form === 'flag';
    for (const thing of THINGS) place(thing);
    costs.reset();
    stale = true;
    paint();
  }

  function move(thing: Thing, { x, y, z }: Vector3): void {
    change({ places: { ...state.places, [thing]: [round(x, 3), round(y, 3), round(z, 3)] } });
    place(thing);
  }

  function place(thing: Thing): void {
    const position = state.places[thing];
    if (thing === 'other') second?.place(position);
    else {
      things[thing].object.position.set(...position);
      things[thing].collider.setPosition(position);
    }
  }

  function colliderOf(thing: Thing): Collider {
    return thing === 'other' ? second!.collider : things[thing].collider;
  }

  function update(): void {
    stale = false;
    costs.add(frame());
    showContacts();
    if (!stage.loop.playing || time - coded > 1 || time < coded) showCode();
    clearTimeout(resting);
    if (!stage.loop.playing) resting = window.setTimeout(rest, REST);
  }

  /** Of this moment; while time passes, of one a second. */
  function showCode(): void {
    coded = time;
    const { text, shown } = deformCode(state, round(time, 2), { ball: BALL, box: BOX });
    code.set(text, shown);
  }

  /** One frame: write, refit, ask; each with its time. */
  function frame(): Record<Part, number> {
    const started = performance.now();
    first.pose(time);
    second?.pose(time);
    const posed = performance.now();
    first.mesh.refit();
    second?.mesh.refit();
    const refitted = performance.now();
    for (const { a, b, list } of pairs) contacts(a.collider, colliderOf(b), list, { witness: state.points });
    const ended = performance.now();
    return { deform: posed - started, refit: refitted - posed, contacts: ended - refitted };
  }

  /** A single frame says little of what frames cost: at rest the same is done some more times, until the engine is warm and then on. */
  function rest(): void {
    const warm = costs.warm;
    if (warm) costs.forget();
    repeat(() => costs.add(frame()));
    costs.show();
    if (!warm) resting = window.setTimeout(rest);
    else showContacts();
  }

  function showContacts(): void {
    first.marks.clear();
    second?.marks.clear();
    witnesses.clear();
    const tally: Record<Thing, number> = { ball: 0, box: 0, other: 0 };
    for (const { a, b, list } of pairs) {
      tally[b] += list.length;
      for (const { primitiveA, primitiveB } of list) {
        a.marks.mark(primitiveA);
        if (b === 'other') second!.marks.mark(primitiveB);
      }
      if (state.points) witnesses.add(list);
    }
    witnesses.show();
    const marked = first.marks.show() + (second?.marks.show() ?? 0);
    const total = tally.ball + tally.box + tally.other;

    rows.triangles.set(count(triangleCount()));
    for (const thing of ['ball', 'box'] as const) rows[thing].set(describe(thing, tally[thing]));
    rows.other.set(second === null ? '–' : describe('other', tally.other));
    rows.marked.set(`${count(marked)} triangles`);
    verdict.textContent = total === 0 ? 'nothing meets' : 'pairs that meet';
    number.textContent = count(total);
    host.hud.classList.toggle('hit', total > 0);
    host.announce(`${count(total)} contacts.`);
    expose(total, marked);
  }

  /** A thing wholly inside a solid meets none of its triangles, and yet the two intersect. */
  function describe(thing: Thing, many: number): string {
    if (many > 0) return count(many);
    return pairs.some(({ a, b }) => b === thing && intersects(a.collider, colliderOf(b))) ? 'inside' : 'none';
  }

  function triangleCount(): number {
    return first.mesh.triangleCount + (second?.mesh.triangleCount ?? 0);
  }

  function paint(): void {
    const { palette } = host.theme;
    first.paint(palette, palette.a, false, state.lines);
    second?.paint(palette, palette.b, grab.selected?.thing === 'other', state.lines);
    for (const thing of ['ball', 'box'] as const) {
      const { material } = things[thing].object;
      material.color.set(palette.calm);
      material.emissive.set(palette.calm);
      material.emissiveIntensity = grab.selected?.thing === thing ? 0.25 : 0;
    }
    pole.material.color.set(palette.muted);
    witnesses.paint(palette);
    stale = true;
    stage.invalidate();
  }

  function stop(): void {
    stage.loop.pause();
    time = round(time, 2);
    transport.show(time);
    change({ stopped: time });
  }

  function play(): void {
    stage.loop.play();
    change({ stopped: null });
  }

  /** Play and pause, and the time, under the picture. */
  function addTransport(): { show(time: number): void } {
    const button = el('button', { type: 'button' });
    button.addEventListener('click', () => (stage.loop.playing ? stop() : play()));
    const range = el('input', {
      type: 'range',
      min: '0',
      max: `${PERIOD}`,
      step: '0.01',
      'aria-label': 'Time in seconds',
    });
    range.addEventListener('input', () => {
      time = range.valueAsNumber;
      stop();
    });
    const output = el('output', { 'aria-live': 'off' });
    host.view.append(
      el('div', { class: 'deform-transport', role: 'group', 'aria-label': 'Time' }, button, range, output),
    );
    return {
      show: (t) => {
        button.textContent = stage.loop.playing ? 'Pause' : 'Play';
        range.value = `${t}`;
        output.textContent = `${fixed(t, 2)} s`;
      },
    };
  }

  function expose(total: number, marked: number): void {
    const { deform, refit, contacts } = costs.mean;
    host.expose({
      ready: true,
      triangles: triangleCount(),
      contacts: total,
      marked,
      deformMs: deform,
      refitMs: refit,
      contactsMs: contacts,
      time,
      playing: stage.loop.playing,
      ball: facts(things.ball),
      box: facts(things.box),
      other: other === null ? null : facts(other),
    });
  }

  function facts({ object, thing }: Item): { position: Triple; screen: [number, number] } {
    const box = stage.canvas.getBoundingClientRect();
    const at = new Vector3().copy(object.position).project(stage.camera);
    const screen: [number, number] = [box.left + ((at.x + 1) / 2) * box.width, box.top + ((1 - at.y) / 2) * box.height];
    return { position: state.places[thing], screen };
  }

  return () => {
    clearTimeout(resting);
    stage.dispose();
  };
}

function solid(
  thing: 'ball' | 'box',
  key: string,
  collider: Collider,
  geometry: BufferGeometry,
): Item & { object: Mesh<BufferGeometry, MeshStandardMaterial> } {
  const object = new Mesh(geometry, new MeshStandardMaterial({ roughness: 0.55 }));
  return { thing, key, name: `The ${thing}`, collider, object };
}

/** For a while, and at least some times. */
function repeat(run: () => void): void {
  const started = performance.now();
  for (let runs = 0; runs < FEWEST_RUNS || performance.now() - started < MEASURE; runs++) run();
}

function formOptions(): { value: string; label: string }[] {
  return Object.entries(FORMS).map(([value, { label }]) => ({ value, label }));
}
