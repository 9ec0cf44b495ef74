/**
 * Parts and clashes: a model, or several, with their parts in a tree and the clashes between them in a list.
 *
 * Exposes { ready, mode: 'parts', models: [{ name, format, parts, triangles }], parts, kinds: how many clashes of each kind, listed: how many rows the
 * list has, running: whether the search is under way, complete, chosen: { kind, a, b: ids of parts, depth, distance } or null, part: the id of the chosen part or
 * null, hidden: how many parts are, looks: whether textures of the file are shown, error: a text or null, busy: whether files are being read,
 * eye: where the camera is }.
 */
import { GridHelper, Group, Raycaster, Vector2 } from 'three';
import { abridged } from '../../shapes/code.ts';
import { codeOfThis } from '../../shell/code-section.ts';
import { el } from '../../shell/dom.ts';
import { count } from '../../shell/format.ts';
import type { PageHost } from '../../shell/page.ts';
import type { Handle } from '../../shell/panel.ts';
import { disposeTree, Stage } from '../../shell/stage.ts';
import { AssemblyView } from './assembly-view.ts';
import { ClashMarks, regionOf } from './clash-marks.ts';
import { ClashPanel, KINDS, measure, verdictOf } from './clash-panel.ts';
import { clashProgram } from './code.ts';
import { DetailPanel } from './detail-panel.ts';
import { addDropZone, type DroppedFile } from './drop-zone.ts';
import { ErrorBox } from './error-box.ts';
import { Flight } from './fly.ts';
import type { ModelWorker } from './model-worker.ts';
import { PartsPanel } from './parts-panel.ts';
import type { Assembly, PartClash } from './protocol.ts';
import { asVrml, machineRoom, SAMPLE_CLEARANCE, SAMPLE_NAME } from './samples.ts';

/** Along each side of the grid. */
const CELLS = 30;
/** Pixels that a click may move. */
const STILL = 5;

const NO_ORIGIN = { origin: [0, 0, 0] } as const;

export function mountExplore(host: PageHost, worker: ModelWorker): () => void {
  let assembly: Assembly | null = null;
  let view: AssemblyView | null = null;
  let clash: PartClash | null = null;
  let part: number | null = null;
  let busy = false;
  let running = false;
  let complete = false;
  let searched = false;
  /** Counts searches, so that the answer to an old one is not taken for that to the last. */
  let search = 0;
  /** The state in the address counts for what is shown first. */
  let wanted = { clearance: host.params.get('d'), clash: host.params.get('clash') };

  const stage = new Stage(host, {
    label:
      'The parts of a model. Press N or P for the next clash or the one before, F to see all, H to hide the chosen part, Escape to choose nothing.',
    eye: [2.2, 1.6, 3],
    grid: 0,
  });
  const world = new Group();
  const marks = new ClashMarks();
  world.add(marks.region);
  stage.scene.add(world, marks.witness.object);
  let grid: GridHelper | null = null;
  const flight = new Flight(stage, host.signal, expose);

  const verdict = el('p', { class: 'verdict' });
  const number = el('p', { class: 'number' });
  const bound = el('p', { class: 'bound' });
  const errors = new ErrorBox(expose);
  host.hud.append(verdict, number, bound, errors.element);
  /** From clash to clash: only once there are any. */
  const steppers: HTMLButtonElement[] = [];
  host.view.append(addTools());

  const filesSection = host.panel.section('Your files');
  addDropZone(
    host,
    filesSection,
    'GLB, glTF with its files, OBJ, STL, PLY, VRML or IFC; also a folder. Of several, clashes between them are found. They stay on your machine.',
    (files) => void load(files),
  );
  const filesNote = filesSection.note('');
  const upSelect: Handle<string> = filesSection.select({
    label: 'Up is',
    options: [
      { value: 'y', label: 'y' },
      { value: 'z', label: 'z' },
    ],
    value: 'y',
    onChange: (up) => {
      turn(up);
      fit();
    },
  });
  filesSection.buttons([
    { label: 'Sample', hint: 'Shows the machine room', onClick: () => void start(worker.sample(), SAMPLE_CLEARANCE) },
    { label: 'Save the sample', hint: `As ${SAMPLE_NAME}, for programs to read`, onClick: saveSample },
  ]);
  const clashes = new ClashPanel(host.panel.section('Clashes'), {
    onSearch: () => void find(),
    onCancel: () => worker.cancel(),
    onChoose: (chosen) => chooseClash(chosen),
  });
  const details = new DetailPanel(host.panel.section('Chosen'));
  const parts = new PartsPanel(host.panel.section('Parts'), {
    onChoose: (chosen) => choosePart(chosen, true),
    onHide: hide,
    isHidden: (i) => view?.isHidden(i) ?? false,
  });
  const code = codeOfThis(host.panel, 'Finds the same clashes.');

  stage.canvas.addEventListener('keydown', onKey, { capture: true, signal: host.signal });
  addPicking();
  stage.follow(paint);
  stage.onFrame(() => marks.fit(stage.camera, stage.canvas.clientHeight));
  const given = Number(wanted.clearance ?? Number.NaN);
  void start(worker.show(), given >= 0 ? given : null);

  async function load(files: readonly DroppedFile[]): Promise<void> {
    errors.text = null;
    busy = true;
    showVerdict();
    expose();
    try {
      const bytes = await Promise.all(files.map(async ({ path, file }) => ({ path, bytes: await file.arrayBuffer() })));
      const { assembly: read, failures } = await worker.read(bytes);
      if (host.signal.aborted) return;
      if (failures.length > 0) errors.text = failures.join(' ');
      busy = false;
      if (read === null) {
        showVerdict();
        expose();
        return;
      }
      await Promise.all([start(Promise.resolve(read), null), showLooks(files, read)]);
    } catch (error) {
      if (host.signal.aborted) return;
      busy = false;
      errors.text = error instanceof Error ? error.message : String(error);
      showVerdict();
      expose();
    }
  }

  /** Shows an assembly and looks for its clashes. `clearance` null: one that suits its size. */
  async function start(coming: Promise<Assembly>, clearance: number | null): Promise<void> {
    const shown = await coming;
    if (host.signal.aborted) return;
    clash = null;
    part = null;
    assembly = shown;
    view?.dispose();
    view = new AssemblyView(shown);
    world.add(view.object);
    const isSample = shown.models[0].name === SAMPLE_NAME;
    clashes.use(shown, clearance ?? (isSample ? SAMPLE_CLEARANCE : suitable(shown)));
    parts.show(shown);
    filesNote.set(shown.models.map((model) => `${model.name}${warnings(model.warnings)}`).join('\n'));
    upSelect.set(shown.models.every(({ format }) => format === 'ifc' || format === 'stl') ? 'z' : 'y');
    turn(upSelect.value);
    marks.show(null, NO_ORIGIN);
    details.showNothing();
    fit();
    paint();
    await find();
  }

  /** Textures come when they are there; until then parts have the colours that were read. */
  async function showLooks(files: readonly DroppedFile[], shown: Assembly): Promise<void> {
    if (!shown.models.every(({ format }) => format === 'gltf')) return;
    const { loadLooks } = await import('./looks.ts');
    const looks = await loadLooks(files, shown, stage.renderer);
    if (looks === null) return;
    if (host.signal.aborted || view === null || assembly !== shown) disposeTree(looks.root);
    else view.looks = looks;
    stage.invalidate();
    expose();
  }

  async function find(): Promise<void> {
    if (assembly === null) return;
    const turnOfSearch = ++search;
    running = true;
    chooseNothing();
    writeCode();
    expose();
    try {
      const answer = await worker.clash({ clearance: clashes.clearance, self: clashes.self }, (...progress) => {
        if (turnOfSearch === search) clashes.showProgress(...progress);
      });
      // Ended by a later one, whose answer is still to come.
      if (turnOfSearch !== search || host.signal.aborted) return;
      complete = answer.complete;
      clashes.show(answer);
    } catch (error) {
      if (turnOfSearch !== search || host.signal.aborted) return;
      complete = false;
      clashes.fail(error instanceof Error ? error.message : String(error));
    }
    running = false;
    searched = true;
    const first = clashes.clashes.find(({ id }) => id === wanted.clash);
    wanted = { clearance: null, clash: null };
    if (first !== undefined) chooseClash(first);
    else showVerdict();
    save();
    expose();
  }

  function chooseClash(chosen: PartClash | null): void {
    if (chosen === null || assembly === null || view === null) {
      chooseNothing();
      return;
    }
    clash = chosen;
    part = null;
    clashes.choose(chosen);
    parts.choose(null);
    details.showClash(chosen, assembly);
    marks.show(chosen, assembly);
    refocus();
    const box = regionOf(chosen, assembly).applyMatrix4(world.matrixWorld);
    const smaller = Math.min(...[chosen.a, chosen.b].map((i) => radius(view!.boxOf([i]))));
    flight.to(box, 0.45, Math.max(0.03 * extent(), 0.5 * smaller));
    showVerdict();
    save();
    expose();
  }

  function choosePart(chosen: number, fly: boolean): void {
    if (assembly === null || view === null) return;
    clash = null;
    part = chosen;
    clashes.choose(null);
    parts.choose(chosen);
    details.showPart(assembly.parts[chosen], assembly);
    marks.show(null, NO_ORIGIN);
    refocus();
    if (fly) flight.to(view.boxOf([chosen]).applyMatrix4(world.matrixWorld), 0.6, 0.02 * extent());
    showVerdict();
    save();
    expose();
  }

  function chooseNothing(): void {
    clash = null;
    part = null;
    clashes.choose(null);
    parts.choose(null);
    details.showNothing();
    marks.show(null, NO_ORIGIN);
    refocus();
    showVerdict();
    expose();
  }

  function refocus(): void {
    const { palette } = host.theme;
    if (clash !== null)
      view?.focus([
        { part: clash.a, colour: palette.a },
        { part: clash.b, colour: palette.b },
      ]);
    else view?.focus(part === null ? [] : [{ part, colour: palette.a }]);
    stage.invalidate();
  }

  function hide(list: readonly number[], hidden: boolean): void {
    view?.setHidden(list, hidden);
    // What was chosen and is hidden now would still be drawn.
    if (hidden && part !== null && list.includes(part)) {
      const chosen = part;
      chooseNothing();
      parts.choose(chosen);
    }
    parts.refresh();
    stage.invalidate();
    expose();
  }

  function step(by: number): void {
    const { listed } = clashes;
    if (listed.length === 0) return;
    const now = listed.findIndex(({ id }) => id === clash?.id);
    chooseClash(listed[now < 0 ? (by > 0 ? 0 : listed.length - 1) : (now + by + listed.length) % listed.length]);
  }

  function showVerdict(): void {
    const text = ((): [verdict: string, number: string, bound: string, hit: boolean] => {
      if (busy) return ['reading', '…', '', false];
      if (assembly !== null && clash !== null) {
        const words = verdictOf(clash);
        return [
          words.verdict,
          measure(clash, assembly.units) || '0',
          words.bound,
          clash.kind !== 'clearance' && clash.kind !== 'touch',
        ];
      }
      if (assembly !== null && part !== null)
        return ['part', assembly.parts[part].name, `${count(assembly.parts[part].triangles)} triangles`, false];
      if (running || !searched) return ['looking for clashes', '…', '', false];
      const kinds = countKinds();
      const bad = kinds['hard'] + kinds['duplicate'] + kinds['contained'];
      return [
        bad === 1 ? 'clash' : 'clashes',
        count(bad),
        `${count(kinds['clearance'])} too near, ${count(kinds['touch'])} touching`,
        bad > 0,
      ];
    })();
    [verdict.textContent, number.textContent, bound.textContent] = text;
    for (const button of steppers) button.disabled = clashes.clashes.length === 0;
    host.hud.classList.toggle('hit', text[3]);
    host.hud.classList.toggle('is-name', part !== null);
    host.announce(text.slice(0, 3).join(' '));
  }

  function countKinds(): Record<string, number> {
    return Object.fromEntries(KINDS.map((kind) => [kind, clashes.clashes.filter((c) => c.kind === kind).length]));
  }

  function fit(): void {
    if (assembly === null) return;
    flight.stop();
    const size = extent();
    stage.camera.near = size / 500;
    stage.camera.far = 100 * size;
    stage.camera.updateProjectionMatrix();
    if (view !== null) stage.frame(world);
    stage.invalidate();
  }

  function extent(): number {
    const { box } = assembly!;
    return Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]) || 1;
  }

  function turn(up: string): void {
    world.rotation.x = up === 'z' ? -Math.PI / 2 : 0;
    world.updateMatrixWorld(true);
    if (clash !== null && assembly !== null) marks.show(clash, assembly);
    paint();
  }

  function paint(): void {
    const { palette } = host.theme;
    marks.paint(palette);
    refocus();
    grid?.dispose();
    grid?.removeFromParent();
    grid = null;
    if (assembly !== null) {
      // Cells of a tenth, one, ten …: as models come in any unit.
      const cell = 10 ** Math.ceil(Math.log10(extent()) - 1e-9) / 10;
      grid = new GridHelper(CELLS * cell, CELLS, palette.gridAxis, palette.grid);
      const { box } = assembly;
      // A hair below, as many models stand on a floor of their own.
      grid.position.y = (upSelect.value === 'z' ? box[2] : box[1]) - 0.002 * extent();
      stage.scene.add(grid);
    }
    stage.invalidate();
  }

  function save(): void {
    if (assembly?.models[0].name !== SAMPLE_NAME) return;
    host.save({ d: `${clashes.clearance}`, ...(clash === null ? {} : { clash: clash.id }) });
  }

  function writeCode(): void {
    if (assembly === null) return;
    const names = assembly.models.map(({ name }) => name);
    const sample = names.length === 1 && names[0] === SAMPLE_NAME ? asVrml(machineRoom()) : null;
    const text = clashProgram(names, clashes.clearance, clashes.self, sample);
    code.set(text, abridged(text));
  }

  function saveSample(): void {
    const link = el('a', { download: SAMPLE_NAME, href: URL.createObjectURL(new Blob([asVrml(machineRoom())])) });
    link.click();
    // Once the download has begun.
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  function addPicking(): void {
    const { canvas, camera } = stage;
    const { signal } = host;
    let down: { x: number; y: number; id: number } | null = null;
    canvas.addEventListener('pointerdown', ({ clientX: x, clientY: y, pointerId: id, button }) => {
      down = button === 0 ? { x, y, id } : null;
    }, { signal }); // biome-ignore format: as below
    canvas.addEventListener(
      'pointerup',
      ({ clientX, clientY, pointerId }) => {
        if (down === null || down.id !== pointerId || Math.hypot(clientX - down.x, clientY - down.y) > STILL) return;
        const box = canvas.getBoundingClientRect();
        const at = new Vector2((2 * (clientX - box.left)) / box.width - 1, 1 - (2 * (clientY - box.top)) / box.height);
        const caster = new Raycaster();
        caster.setFromCamera(at, camera);
        const hit = view?.pick(caster) ?? null;
        if (hit === null) chooseNothing();
        else choosePart(hit, false);
      },
      { signal },
    );
  }

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    switch (event.key) {
      case 'n':
        step(1);
        break;
      case 'p':
        step(-1);
        break;
      case 'f':
        fit();
        break;
      case 'h':
        if (part !== null) hide([part], true);
        break;
      case 'Escape':
        chooseNothing();
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  function addTools(): HTMLElement {
    const button = (text: string, title: string, onClick: () => void): HTMLButtonElement => {
      const made = el('button', { type: 'button', title }, text);
      made.addEventListener('click', onClick);
      return made;
    };
    steppers.push(
      button('‹ Clash', 'The clash before (P)', () => step(-1)),
      button('Clash ›', 'The next clash (N)', () => step(1)),
    );
    return el(
      'div',
      { class: 'tools', role: 'group', 'aria-label': 'View' },
      ...steppers,
      button('Fit', 'See all (F)', () => {
        chooseNothing();
        fit();
      }),
    );
  }

  function expose(): void {
    host.expose({
      ready: searched,
      mode: 'parts',
      models:
        assembly?.models.map(({ name, format, parts: n, triangles }) => ({ name, format, parts: n, triangles })) ?? [],
      parts: assembly?.parts.length ?? 0,
      kinds: countKinds(),
      listed: clashes.listed.length,
      running,
      complete,
      chosen:
        clash === null || assembly === null
          ? null
          : {
              kind: clash.kind,
              a: assembly.parts[clash.a].id,
              b: assembly.parts[clash.b].id,
              depth: clash.depth,
              distance: clash.distance,
            },
      part: part === null || assembly === null ? null : assembly.parts[part].id,
      hidden: view?.hiddenCount ?? 0,
      looks: view?.hasLooks ?? false,
      error: errors.text,
      busy,
      eye: stage.camera.position.toArray(),
    });
  }

  return () => {
    worker.cancel();
    view?.dispose();
    stage.dispose();
  };
}

/** A five-hundredth of its size, with one digit. */
function suitable({ box }: Assembly): number {
  const size = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  return size > 0 ? Number((size / 500).toPrecision(1)) : 0;
}

function radius(box: { min: { distanceTo(p: unknown): number }; max: unknown }): number {
  return box.min.distanceTo(box.max) / 2;
}

function warnings(list: readonly string[]): string {
  return list.length === 0
    ? ''
    : `: ${list.slice(0, 3).join(' ')}${list.length > 3 ? ` And ${list.length - 3} more.` : ''}`;
}
