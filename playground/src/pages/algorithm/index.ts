/**
 * The Algorithm page: GJK and EPA on one pair, step by step.
 *
 * Exposes { ready, steps (how many there are), step (counted from 0), phase ('gjk' or 'epa'), ended (whether the last is shown),
 * lower, upper (bounds of the signed distance of the cores), distance (what the library answers), radius (the sum of the radii),
 * closedForm (whether a query would have no steps), title, text (of the caption) }.
 */
import './algorithm.css';
import type { Vector3 } from 'three';
import { abridged } from '../../shapes/code.ts';
import { codeOfThis } from '../../shell/code-section.ts';
import { el } from '../../shell/dom.ts';
import { round } from '../../shell/format.ts';
import type { PageHost } from '../../shell/page.ts';
import { type Caption, caption } from './caption.ts';
import { Chart } from './chart.ts';
import { stepsCode } from './code.ts';
import { dragShape } from './drag.ts';
import { Pair } from './pair.ts';
import { PairPanel } from './pair-panel.ts';
import { linkCameras, sideView } from './pane.ts';
import { PRESETS, type Preset } from './presets.ts';
import { SpaceView } from './space-view.ts';
import { decode, encode, type State } from './state.ts';
import { type Story, tell } from './story.ts';
import { Transport } from './transport.ts';
import { WorldView } from './world-view.ts';

export function mount(host: PageHost): () => void {
  const own = decode(host.params);
  let preset = own === null ? (PRESETS.find(({ key }) => key === host.params.get('pair')) ?? PRESETS[0]).key : '';
  let state: State = own ?? presetOf(preset);
  let pair = new Pair(state);
  let story = tell(pair);
  let step = clamp(Number(host.params.get('step') ?? 0), story);

  const views = el('div', { class: 'algo-views' });
  const dock = el('div', { class: 'algo-dock' });
  host.view.append(el('div', { class: 'algo' }, views, dock));
  const world = new WorldView(host, views);
  const space = new SpaceView(host, views);
  linkCameras([world.pane, space.pane]);
  const transport = new Transport(host, (to) => {
    step = to;
    showStep();
  });
  const chart = new Chart();
  const phase = el('span', { class: 'algo-phase' });
  const title = el('span');
  const text = el('p');
  // It may have to scroll, and so can be reached by keyboard.
  const words = el(
    'div',
    { class: 'algo-words', tabindex: '0', role: 'region', 'aria-label': 'What happens in this step' },
    el('h3', {}, phase, title),
    text,
  );
  dock.append(transport.element, words, chart.element);

  const panel = new PairPanel(host.panel, state, preset, {
    onPreset: usePreset,
    onChange: (changed) => {
      preset = '';
      state = changed;
      update();
    },
  });
  const code = codeOfThis(host.panel, 'Prints the steps, with the bounds at each.');
  dragShape(
    world.pane,
    () => pair.b,
    host.signal,
    ({ x, y, z }) => {
      preset = '';
      state = { ...state, position: [round(x, 2), round(y, 2), round(z, 2)] };
      panel.show(state, preset);
      update();
    },
  );
  // A press on a view leaves the keys with the timeline: who drags the camera steps with the arrows.
  views.addEventListener('mousedown', (event) => {
    event.preventDefault();
    transport.focus();
  });
  const fitting = el('button', { type: 'button', class: 'algo-fit', title: 'Bring everything into view' }, 'Fit');
  fitting.addEventListener('click', () => fit());
  space.pane.element.append(fitting);

  showPair();
  fit(sideView(story.result.normal));
  showStep();

  function usePreset(chosen: Preset): void {
    preset = chosen.key;
    state = presetOf(preset);
    panel.show(state, preset);
    step = 0;
    update();
    fit(sideView(story.result.normal));
  }

  function update(): void {
    transport.pause();
    pair = new Pair(state);
    story = tell(pair);
    step = clamp(step, story);
    showPair();
    showStep();
  }

  function showPair(): void {
    world.set(pair);
    space.set(pair);
    panel.note(remarks(pair));
    const text = stepsCode(pair);
    code.set(text, abridged(text));
  }

  function fit(sight?: Vector3): void {
    world.fit(sight);
    space.fit(sight);
  }

  function showStep(): void {
    const { frames, result } = story;
    const frame = frames[step];
    const ended = step === frames.length - 1;
    const said = caption(pair, story, step);
    transport.show(step, frames.length, said.title);
    phase.textContent = frame.phase.toUpperCase();
    phase.dataset['phase'] = frame.phase;
    title.textContent = said.title;
    text.replaceChildren(...rich(said.text));
    chart.show(frames, step, pair.radius);
    world.show(pair, frame, ended ? result : null);
    space.show(frames, step);
    host.announce(`Step ${step + 1} of ${frames.length}: ${said.title}. ${text.textContent}`);
    const where = preset === '' ? encode(state) : { pair: preset };
    host.save({ ...where, ...(step > 0 ? { step: `${step}` } : {}) });
    expose(said, ended);
  }

  function expose(said: Caption, ended: boolean): void {
    const { phase: name, lower, upper } = story.frames[step];
    host.expose({
      ready: true,
      steps: story.frames.length,
      step,
      phase: name,
      ended,
      lower,
      upper,
      distance: story.result.distance,
      radius: pair.radius,
      closedForm: pair.closedForm,
      title: said.title,
      text: text.textContent,
    });
  }

  return () => {
    world.pane.stage.dispose();
    space.pane.stage.dispose();
  };
}

function presetOf(key: string): State {
  const { a, b, position, turn, warm } = PRESETS.find((p) => p.key === key)!;
  return { a, b, position, turn, warm };
}

function clamp(step: number, { frames }: Story): number {
  return Number.isFinite(step) ? Math.min(frames.length - 1, Math.max(0, Math.round(step))) : 0;
}

function remarks({ closedForm, radius, state, recording, coldIterations }: Pair): string {
  const remarks: string[] = [];
  if (closedForm)
    remarks.push(
      'In this pose the library has a closed form for this pair and takes no steps at all; here it is sent the general way.',
    );
  if (radius > 0)
    remarks.push(
      'A round shape is a core and a radius: a sphere is a point, a capsule a segment. GJK and EPA see the cores only; the pale hulls are what the radii add.',
    );
  if (state.warm)
    remarks.push(
      `The cache holds the last simplex of the query before, when B was where its ghost is. Support points needed: ${recording.result.iterations}, and ${coldIterations} from nothing.`,
    );
  return remarks.join(' ');
}

/** Parts in brackets become bold words in the colours of the drawing: see caption.ts. */
function rich(text: string): Node[] {
  const tones: Record<string, string> = { i: 'inner', o: 'outer', h: 'answer' };
  return text.split(/(\[\w:[^\]]*\])/).map((part) => {
    const [, tone, inside] = /^\[(\w):(.*)\]$/.exec(part) ?? [];
    return tone === undefined ? document.createTextNode(part) : el('b', { class: tones[tone] }, inside);
  });
}
