/** The objects and the loop as a program: the same seed, so the same pairs, frame by frame. */
import { importCode } from '../../shapes/code.ts';
import type { Kind } from './kinds.ts';
import { BROAD_PHASES, type SceneState } from './state.ts';
import { FASTEST, ROOM, SLOWEST, SPIN } from './world.ts';

const FRAMES = 60;

export function sceneCode(kinds: readonly Kind[], state: SceneState): string {
  const { count, seed, broad, response, spin, bounce } = state;
  const bounces = bounce && response === 'depth';
  const body = `const kinds = [
${kinds.map(({ label, share, shape, scale }) => `  { name: '${label}', share: ${share}, scale: ${scale}, shape: ${shape} },\n`).join('')}];

// A 32-bit xorshift: the same numbers for the same seed.
let state = Math.imul(${seed} + 1, 0x9e3779b1) | 1;
function random() {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
}
for (let i = 0; i < 8; i++) random();
const between = (low, high) => low + (high - low) * random();
function direction() {
  const z = between(-1, 1);
  const angle = between(0, 2 * Math.PI);
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(angle), r * Math.sin(angle), z];
}
function turnBy([x, y, z], angle) {
  const s = Math.sin(angle / 2);
  return [s * x, s * y, s * z, Math.cos(angle / 2)];
}
function pick(value) {
  let sum = 0;
  return kinds.find(({ share }) => value < (sum += share)) ?? kinds[kinds.length - 1];
}

const half = Math.cbrt(${count} * ${ROOM}) / 2;
const things = Array.from({ length: ${count} }, () => {
  const { shape, scale } = pick(random());
  const turn = turnBy(direction(), between(0, 2 * Math.PI));
  const way = direction();
  const speed = between(${SLOWEST}, ${FASTEST});
  const position = [between(-half, half), between(-half, half), between(-half, half)];
  const spin = turnBy(direction(), between(${-SPIN}, ${SPIN}) / 60);
  const collider = new Collider(shape, { position, orientation: turn, scale: scale * between(0.7, 1.3) });
  const thing = { collider, position, turn, spin, velocity: way.map((x) => speed * x) };
  collider.data = thing;
  return thing;
});

const scene = new Scene({ broadPhase: new ${BROAD_PHASES[broad].label}() });
scene.add(...things.map(({ collider }) => collider));
const table = new ResponseTable();
const all = table.createClass('things');
for (const { collider } of things) table.assign(collider, all);
let touching = 0;
table.addDefault(
  response('${response}', (a, b${bounces ? ', contact' : ''}) => {
    touching++;${bounces ? BOUNCE : ''}
  }),
);

function move({ collider, position, velocity${spin ? ', turn, spin' : ''} }) {
  for (let k = 0; k < 3; k++) {
    position[k] += velocity[k] / 60;
    // At a wall it turns back.
    if (Math.abs(position[k]) > half && position[k] * velocity[k] > 0) velocity[k] = -velocity[k];
  }${spin ? TURN : ''}
  collider.setPosition(position);
}

for (let frame = 0; frame <= ${FRAMES}; frame++) {
  if (frame > 0) for (const thing of things) move(thing);
  touching = 0;
  scene.test(table);
  let encounters = 0;
  for (const _ of scene.encounters()) encounters++;
  if (frame % 10 === 0) console.log(frame, encounters, touching);
}
`;
  return `${importCode(body, ['response'])}

${body}`;
}

/** Equal masses that approach along the normal exchange their speeds along it. */
const BOUNCE = `
    // Equal masses that approach along the normal exchange their speeds along it.
    const { normal } = contact;
    const [v, w] = [a.data.velocity, b.data.velocity];
    const n = [normal.x, normal.y, normal.z];
    const closing = (v[0] - w[0]) * n[0] + (v[1] - w[1]) * n[1] + (v[2] - w[2]) * n[2];
    if (closing <= 0) return;
    for (let k = 0; k < 3; k++) {
      v[k] -= closing * n[k];
      w[k] += closing * n[k];
    }`;

/** The product of two quaternions. */
const TURN = `
  const [x, y, z, w] = turn;
  const [a, b, c, d] = spin;
  turn[0] = d * x + a * w + b * z - c * y;
  turn[1] = d * y + b * w + c * x - a * z;
  turn[2] = d * z + c * w + a * y - b * x;
  turn[3] = d * w - a * x - b * y - c * z;
  collider.setOrientation(turn);`;
