/**
 * Two models, or one placed twice, of which one is dragged against the other: where the two clash, and how far they are apart.
 *
 * Exposes { ready, models: [{ name, triangles, closed }] of A and B, distance (0 where they intersect), intersecting, contacts, marked: how
 * many triangles are highlighted, depth (null while apart, or not known), error: a text or null, busy: whether files are being read,
 * a, b: { position, turn, scale, screen: where its origin is, in pixels of the page } }.
 */
import { GridHelper, Vector3 } from 'three';
import { abridged } from '../../../shapes/code.ts';
import { codeOfThis } from '../../../shell/code-section.ts';
import { el } from '../../../shell/dom.ts';
import { count } from '../../../shell/format.ts';
import { Handles } from '../../../shell/handles.ts';
import type { PageHost } from '../../../shell/page.ts';
import { Stage } from '../../../shell/stage.ts';
import { RestTimer } from '../../../shell/timing.ts';
import { addDropZone, type DroppedFile } from '../drop-zone.ts';
import { ErrorBox } from '../error-box.ts';
import type { ModelWorker } from '../model-worker.ts';
import { Witness } from '../witness.ts';
import { Body, short, turnOf } from './body.ts';
import { dragCode } from './code.ts';
import { type Model, makeModel } from './model.ts';
import { ModelPanel, niceStep } from './model-panel.ts';
import { besides, inTheirFiles, step } from './placing.ts';
import { type Answer, ask, askAgain, canSeparate, type Depth, depthOf, whyNoDepth } from './query.ts';
import { ResultPanel } from './result-panel.ts';
import { SAMPLES } from './samples.ts';
import { decode, encode, type Placement, SIDES, type Side, type Slot } from './state.ts';

/** Quiet this long, in milliseconds, a pair is timed and its depth looked for: neither is for every frame of a drag. */
const REST = 250;

/** Along each side of the grid. */
const CELLS = 30;

export function mountDrag(host: PageHost, worker: ModelWorker): () => void {
  const slots: Record<Side, Slot> = decode(host.params);
  const models = new Map<string, Model>();
  let answer: Answer | null = null;
  let depth: Depth | null = null;
  let busy = false;
  let marked = 0;
  /** Whether anything moved since the last answer: the camera alone does not. */
  let stale = true;
  let resting = 0;
  const timer = new RestTimer();

  const stage = new Stage(host, {
    label:
      'Two models. Press A or B to choose one, M, T or S to move, turn or scale it; then arrow keys and Page Up and Down do that, with Shift in larger steps.',
    eye: [0.9, 1.1, 3],
    grid: 0,
  });
  const bodies = { a: new Body('a', modelOf(slots.a.key)), b: new Body('b', modelOf(slots.b.key)) };
  const witness = new Witness();
  stage.scene.add(bodies.a.object, bodies.b.object, witness.object);
  let grid: GridHelper | null = null;

  const verdict = el('p', { class: 'verdict' });
  const number = el('p', { class: 'number' });
  const errors = new ErrorBox(expose);
  host.hud.append(verdict, number, errors.element);
  const tags = { a: el('span', { class: 'tag' }, 'A'), b: el('span', { class: 'tag' }, 'B') };
  host.view.append(tags.a, tags.b);

  addDropZone(
    host,
    host.panel.section('Your files'),
    'GLB, glTF, OBJ, STL, PLY, VRML or IFC. One file is placed twice, two beside each other. It stays on your machine.',
    (files) => void load(files),
  );
  const resultSection = host.panel.section('Result');
  const results = new ResultPanel(resultSection);
  const [moveOut] = resultSection.buttons([
    { label: 'Move B out', hint: 'Moves B along the normal by the depth', onClick: separate },
  ]);
  const panels = {
    a: new ModelPanel(host.panel, 'a', panelEvents('a')),
    b: new ModelPanel(host.panel, 'b', panelEvents('b')),
  };
  const [, asInFiles] = host.panel.section('Arrange').buttons([
    { label: 'Side by side', hint: 'B beside A, neither turned nor scaled', onClick: () => arrange(besides) },
    { label: 'As in the files', hint: 'Both where their files have them', onClick: () => arrange(inTheirFiles) },
  ]);

  const code = codeOfThis(host.panel, 'The two where they are, and what meets.');

  const handles: Handles<Body> = new Handles<Body>(host, stage, {
    items: () => [bodies.a, bodies.b],
    onSelect: () => paint(),
    onMove: (body, position) => place(body.side, { ...slots[body.side].placement, position: short(position) }),
    onTurn: (body, orientation) => place(body.side, { ...slots[body.side].placement, turn: turnOf(orientation) }),
    onHandles: (body) => place(body.side, body.placed),
    onStep: (body, axis, shift) => place(body.side, step(body, handles.mode, axis, shift ? 10 : 1)),
    onFit: fit,
  });

  for (const side of SIDES) bodies[side].place(slots[side].placement);
  showModels();
  stage.follow(paint);
  stage.onFrame(() => {
    if (stale) update();
    witness.fit(stage.camera, stage.canvas.clientHeight);
    for (const side of SIDES) {
      const [x, y] = screenOf(side);
      tags[side].style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    }
  });

  /** A sample is made when it is first wanted. */
  function modelOf(key: string): Model {
    let model = models.get(key);
    if (model === undefined) {
      model = makeModel(key, SAMPLES[key].name, SAMPLES[key].make());
      models.set(key, model);
    }
    return model;
  }

  async function load(files: readonly DroppedFile[]): Promise<void> {
    errors.text = null;
    busy = true;
    expose();
    try {
      const given = await Promise.all(files.map(async ({ path, file }) => ({ path, bytes: await file.arrayBuffer() })));
      const { assembly, failures } = await worker.read(given);
      if (failures.length > 0) errors.text = failures.join(' ');
      if (assembly !== null) await takeOver(2);
    } catch (error) {
      errors.text = error instanceof Error ? error.message : String(error);
    }
    busy = false;
    // With other models than before, the numbers come with the next frame.
    if (!host.signal.aborted && !stale) expose();
  }

  /** The first models that the worker has, each as one surface, become A and B. */
  async function takeOver(most: number): Promise<void> {
    const read: Model[] = [];
    for (const { name, soup } of (await worker.soups()).slice(0, most))
      read.push(makeModel(`file:${models.size + read.length}:${name}`, name, soup));
    if (host.signal.aborted) return;
    if (read.length === 0) throw new Error('There are no triangles in it.');
    for (const model of read) models.set(model.key, model);
    use('a', read[0].key);
    use('b', read[read.length - 1].key);
    arrange(besides);
    showModels();
  }

  function use(side: Side, key: string): void {
    slots[side] = { ...slots[side], key };
    bodies[side].use(modelOf(key));
    bodies[side].place(slots[side].placement);
  }

  /** After a change of models: panels, grid and camera. */
  function showModels(): void {
    const options = [
      ...Object.entries(SAMPLES).map(([value, { name }]) => ({ value, label: name, group: 'Samples' })),
      ...[...models.values()]
        .filter(({ key }) => key.startsWith('file:'))
        .map(({ key, name }) => ({ value: key, label: name, group: 'Your files' })),
    ];
    for (const side of SIDES) panels[side].show(bodies[side].model, options, slots[side].placement);
    // Where both are the same they would coincide.
    asInFiles.disabled = slots.a.key === slots.b.key;
    const extent = Math.max(bodies.a.model.extent, bodies.b.model.extent);
    stage.camera.near = extent / 200 || 0.01;
    stage.camera.far = 200 * (extent || 1);
    stage.camera.updateProjectionMatrix();
    fit();
    paint();
  }

  function fit(): void {
    stage.frame(bodies.a.object, bodies.b.object);
    stage.invalidate();
  }

  function place(side: Side, placement: Placement): void {
    slots[side] = { ...slots[side], placement };
    bodies[side].place(placement);
    panels[side].place(placement);
    changed();
  }

  function changed(): void {
    host.save(encode(slots));
    stale = true;
    stage.invalidate();
  }

  function arrange(rule: (a: Model, b: Model) => Record<Side, Placement>): void {
    const placements = rule(bodies.a.model, bodies.b.model);
    for (const side of SIDES) place(side, placements[side]);
    fit();
  }

  /** Asks the library, and shows what it says. */
  function update(): void {
    stale = false;
    const { a, b } = bodies;
    answer = ask(a.collider, b.collider);
    const { list, intersecting, near } = answer;
    for (const { marks } of [a, b]) marks.clear();
    for (const { primitiveA, primitiveB } of list) {
      a.marks.mark(primitiveA);
      b.marks.mark(primitiveB);
    }
    marked = a.marks.show() + b.marks.show();
    depth = null;
    witness.show(near);
    if (near !== null) results.showApart(near);
    else results.showDepth(whyNoDepth(a.model, b.model) ?? 'depth once it rests');
    results.showContacts(list.length, marked);
    results.showTime(null);
    timer.stop();
    moveOut.disabled = !(intersecting && canSeparate(a.model, b.model));

    const inside = intersecting && list.length === 0;
    verdict.textContent =
      near !== null ? 'apart, distance' : inside ? 'clash, one in the other' : 'clash, pairs of triangles';
    number.textContent =
      near !== null ? `${Number(near.distance.toPrecision(4))}` : inside ? 'inside' : count(list.length);
    for (const body of [a, b]) body.glassy = inside;
    host.hud.classList.toggle('hit', intersecting);
    host.announce(`${verdict.textContent} ${number.textContent}`);
    expose();
    clearTimeout(resting);
    resting = window.setTimeout(rest, REST);
  }

  function rest(): void {
    if (answer === null) return;
    const { a, b } = bodies;
    if (answer.intersecting && whyNoDepth(a.model, b.model) === null) findDepth();
    const text = dragCode(a, b, { a: slots.a.placement, b: slots.b.placement });
    code.set(text, abridged(text));
    const asked = answer;
    timer.start(
      () => askAgain(a.collider, b.collider, asked),
      (timing) => results.showTime(timing),
    );
  }

  function findDepth(): void {
    depth = depthOf(bodies.a.collider, bodies.b.collider);
    results.showDepth(depth);
    if (typeof depth !== 'string') witness.show(depth.result);
    expose();
    stage.invalidate();
  }

  /** The translation is sure to separate them; a hair more, and they no longer touch. */
  function separate(): void {
    if (depth === null) findDepth();
    if (depth === null || typeof depth === 'string') return;
    const { result } = depth;
    const away = result.depth + 1e-6 * Math.max(bodies.a.model.extent, bodies.b.model.extent);
    const at = new Vector3(...slots.b.placement.position).addScaledVector(new Vector3().copy(result.normal), away);
    place('b', { ...slots.b.placement, position: [at.x, at.y, at.z] });
  }

  function panelEvents(side: Side): ConstructorParameters<typeof ModelPanel>[2] {
    return {
      onModel: (key) => {
        use(side, key);
        arrange(besides);
        showModels();
      },
      onPlace: (placement) => {
        slots[side] = { ...slots[side], placement };
        bodies[side].place(placement);
        changed();
      },
    };
  }

  function paint(): void {
    const { palette } = host.theme;
    for (const side of SIDES) bodies[side].paint(palette, handles.selected?.side === side);
    witness.paint(palette);
    grid?.dispose();
    grid?.removeFromParent();
    // Cells of a tenth, one, ten …: as models come in any unit.
    const cell = niceStep(Math.max(bodies.a.model.extent, bodies.b.model.extent)) / 10;
    grid = new GridHelper(CELLS * cell, CELLS, palette.gridAxis, palette.grid);
    grid.position.y = -0.75 * Math.max(bodies.a.model.soup.size[1], bodies.b.model.soup.size[1]);
    stage.scene.add(grid);
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
      const [x, y] = screenOf(side);
      return { ...slots[side].placement, screen: [box.left + x, box.top + y] };
    };
    host.expose({
      ready: answer !== null,
      models: SIDES.map((side) => {
        const { name, mesh, problem } = bodies[side].model;
        return { name, triangles: mesh.triangleCount, closed: problem === null };
      }),
      distance: answer === null ? null : (answer.near?.distance ?? 0),
      intersecting: answer?.intersecting ?? null,
      contacts: answer?.list.length ?? null,
      marked,
      depth: depth === null || typeof depth === 'string' ? null : depth.result.depth,
      error: errors.text,
      busy,
      a: facts('a'),
      b: facts('b'),
    });
  }

  return () => {
    clearTimeout(resting);
    timer.stop();
    handles.dispose();
    stage.dispose();
  };
}
