/**
 * The Game page: the book's space game (§6.2), and its response table as it fires.
 *
 * Exposes { ready, running, over, score, lives, level, fired (responses so far), objects, ship: { x, y, angle, sweeper } }.
 */
import './game.css';
import { abridged } from '../../shapes/code.ts';
import { codeOfThis } from '../../shell/code-section.ts';
import { el } from '../../shell/dom.ts';
import { count } from '../../shell/format.ts';
import type { PageHost } from '../../shell/page.ts';
import { Random } from '../../shell/random.ts';
import { Stage } from '../../shell/stage.ts';
import { gameCode } from './code.ts';
import { Drawing } from './drawing.ts';
import { Game, LIVES, STEP } from './game.ts';
import { Input } from './input.ts';
import { Matrix, RULE_TEXTS } from './matrix.ts';
import type { RuleName } from './rules.ts';
import type { Body } from './things.ts';

/** The area of the field: one for so many pixels, within limits, whatever the shape of the view. */
const PIXELS = 1450;
const SMALLEST = 250;
const LARGEST = 500;
/** Lines of the log. */
const LINES = 3;
/** The most steps for a frame that comes late. */
const MOST_STEPS = 6;
/** Seconds from the end to the card that says so. */
const EPILOGUE = 1.2;

export function mount(host: PageHost): () => void {
  const stage = new Stage(host, {
    label: 'The space game. Left and right turn the ship, up is thrust, Space fires, P pauses.',
    grid: 0,
  });
  stage.controls.enabled = false;
  const drawing = new Drawing();
  stage.scene.add(drawing.object);
  const game = new Game(new Random(Number(host.params.get('seed') ?? 1) || 1), {
    onAdd: (body, shape) => drawing.add(body, shape),
    onRemove: (body) => drawing.remove(body),
    onBurst: (x, y, size) => drawing.burst(x, y, size),
    onFire,
    onLifeLost: (lives) =>
      host.announce(lives === 0 ? `Game over, ${game.score} points.` : `Hit! ${lives} lives left.`),
  });
  const input = new Input(stage.canvas, host.signal);
  const matrix = new Matrix(game.rules);

  const score = el('output', { class: 'game-score', 'aria-label': 'Score' });
  const lives = el('span', { class: 'game-lives', role: 'img' });
  host.hud.append(score, lives);
  const log = el('ol', { class: 'game-log', 'aria-label': 'What happened last' });
  const title = el('h2', {}, 'The space game');
  const text = el('p');
  const start = el('button', { type: 'button', class: 'game-start' }, 'Start');
  const card = el('div', { class: 'game-card' }, title, text, start);
  const pause = el('button', { type: 'button', class: 'game-pause' }, 'Pause');
  // The log has the same words for those who hear the page.
  const toast = el('p', { class: 'game-toast', 'aria-hidden': 'true' });
  host.view.append(card, pause, toast, input.element);
  start.addEventListener('click', play);
  pause.addEventListener('click', stop);
  stage.canvas.addEventListener('keydown', onKey, { signal: host.signal });
  document.addEventListener('visibilitychange', () => document.hidden && stop(), { signal: host.signal });

  // The field fills a phone. What fires is told over it, and the table is under the handle.
  host.fold('The response table, and how to play');
  const rules = host.panel.section('Response table');
  rules.note('What happens when two things meet, by their classes. A cell lights up as it fires.');
  rules.element.append(matrix.element, log);
  const meaning = host.panel.section('The rules');
  const list = Object.entries(RULE_TEXTS).flatMap(([rule, means]) => {
    const name = el('dt', {}, rule);
    name.dataset['rule'] = rule;
    return [name, el('dd', {}, means)];
  });
  meaning.element.append(el('dl', { class: 'game-rules' }, ...list));
  const help = host.panel.section('How to play');
  help.note('← → or A D turn, ↑ or W thrust, Space fires, P pauses; on a touch screen there are buttons.');
  help.note('Split the rocks. Mines are deadly, until you fly through a ring: then you sweep them. Mind the raider.');
  help.buttons([{ label: 'New game', onClick: restart }]);

  const code = codeOfThis(
    host.panel,
    'The table, and who meets whom in the next ten seconds if nobody steers. As it was when last paused.',
  );

  let owed = 0;
  let aspect = 0;
  let afterwards = 0;
  stage.follow((palette) => drawing.paint(palette));
  stage.onFrame(frame);
  stage.scene.onAfterRender = expose;
  fit();
  game.begin();
  showCard();
  show();

  function frame(dt: number): void {
    fit();
    owed = Math.min(owed + dt, MOST_STEPS * STEP);
    while (owed > 0.9 * STEP) {
      owed -= STEP;
      const wishes = input.take();
      game.step(wishes);
      if (wishes.thrust && !game.over) drawing.exhaust(game.ship);
    }
    drawing.update(dt);
    show();
    // The end is watched for a moment.
    afterwards = game.over ? afterwards + dt : 0;
    if (afterwards > EPILOGUE) stop();
  }

  /** Makes the field as wide as the view is, and puts the camera where it sees just that. */
  function fit(): void {
    const { camera, canvas } = stage;
    if (camera.aspect === aspect) return;
    aspect = camera.aspect;
    const area = Math.min(LARGEST, Math.max(SMALLEST, (canvas.clientWidth * canvas.clientHeight) / PIXELS));
    game.halfHeight = Math.sqrt(area / aspect) / 2;
    game.halfWidth = game.halfHeight * aspect;
    stage.setView([0, 0, game.halfHeight / Math.tan((camera.fov * Math.PI) / 360)], [0, 0, 0]);
  }

  function play(): void {
    if (game.over) restart();
    card.hidden = true;
    pause.hidden = false;
    owed = 0;
    stage.loop.play();
    stage.canvas.focus({ preventScroll: true });
  }

  function stop(): void {
    if (!stage.loop.playing) return;
    stage.loop.pause();
    input.release();
    showCard();
    stage.invalidate();
  }

  function restart(): void {
    game.begin();
    matrix.clear();
    log.replaceChildren();
    toast.replaceChildren();
    if (!stage.loop.playing) showCard();
    stage.invalidate();
  }

  function showCard(): void {
    const begun = game.time > 0;
    title.textContent = game.over ? 'Game over' : begun ? 'Paused' : 'The space game';
    text.textContent = game.over
      ? `${count(game.score)} points on level ${game.level}.`
      : begun
        ? `${count(game.score)} points so far.`
        : 'Split the rocks, keep off the mines, fly through a ring to sweep them.';
    start.textContent = game.over ? 'Play again' : begun ? 'Go on' : 'Start';
    card.hidden = false;
    pause.hidden = true;
    const program = gameCode(game);
    code.set(program, abridged(program));
  }

  function show(): void {
    const points = count(game.score);
    if (score.textContent !== points) score.textContent = points;
    const hearts = '▲'.repeat(game.lives) + '△'.repeat(LIVES - game.lives);
    if (lives.textContent === hearts) return;
    lives.textContent = hearts;
    lives.setAttribute('aria-label', `${game.lives} lives`);
  }

  function onFire(rule: RuleName, a: Body, b: Body): void {
    const [first, second] = [game.rules.classOf(a), game.rules.classOf(b)];
    matrix.fire(first, second);
    const name = el('b', {}, rule);
    name.dataset['rule'] = rule;
    log.prepend(el('li', {}, `${first} × ${second} `, name));
    while (log.childElementCount > LINES) log.lastElementChild!.remove();
    toast.replaceChildren(`${first} × ${second} `, name.cloneNode(true));
    toast.dataset['rule'] = rule;
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key.toLowerCase() !== 'p' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (stage.loop.playing) stop();
    else play();
    event.preventDefault();
  }

  function expose(): void {
    const { x, y, angle } = game.ship.data;
    host.expose({
      ready: true,
      running: stage.loop.playing,
      over: game.over,
      score: game.score,
      lives: game.lives,
      level: game.level,
      fired: game.fired,
      objects: game.bodies.size,
      ship: { x, y, angle, sweeper: game.rules.classOf(game.ship) === 'sweeper' },
    });
  }

  return () => {
    drawing.dispose();
    stage.dispose();
  };
}
