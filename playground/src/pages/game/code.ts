/** The table and what flies about as a program: the rules, and who meets whom in the next ten seconds if nobody steers. */
import { importCode } from '../../shapes/code.ts';
import type { Game } from './game.ts';

const SECONDS = 10;

export function gameCode(game: Game): string {
  const things = [...game.bodies].map((body) => {
    const { data, shape, margin } = body;
    const name = game.rules.classOf(body);
    const scale = Math.hypot(...body.getMatrix().slice(0, 3));
    const extras = [
      scale === 1 ? '' : `, scale: ${Number(scale.toPrecision(12))}`,
      margin === 0 ? '' : `, margin: ${margin}`,
    ];
    return `  thing('${name}', ${shape}, [${data.x}, ${data.y}], [${data.vx}, ${data.vy}], ${data.angle}, ${data.spin}${
      extras.join('') === '' ? '' : `, {${extras.join('').slice(1)} }`
    }),\n`;
  });
  const code = `const table = new ResponseTable();
const classes = Object.fromEntries(
  ['ship', 'sweeper', 'mine', 'rock', 'shot', 'ring'].map((name) => [name, table.createClass(name)]),
);
const { ship, sweeper, mine, rock, shot, ring } = classes;

// What happens. Here it is only told; a game would do it. A pair that stays together is told of once.
const told = new Set();
const names = new Map();
function rule(type, name) {
  const made = response(type, (a, b, contact) => {
    const text = \`\${a.data.name} × \${b.data.name}: \${name}\`;
    if (!told.has(text + a.id + b.id)) console.log(text, contact?.depth ?? '');
    told.add(text + a.id + b.id);
  });
  names.set(made, name);
  return made;
}
const damage = rule('depth', 'damage');
const explode = rule('simple', 'explode');
const sweep = rule('simple', 'sweep');
const split = rule('witnessed', 'split');
const collect = rule('simple', 'collect');

// Two things that meet are damaged …
table.addDefault(damage);
// … but mines explode, except one at another,
table.addClass(mine, explode);
table.removeClass(mine, damage);
table.removePair(mine, mine, explode);
// … and are swept by sweepers.
table.addPair(sweeper, mine, sweep);
table.removePair(sweeper, mine, explode);
// Shots split rocks and pass each other.
table.addPair(shot, rock, split);
table.removePair(shot, rock, damage);
table.removePair(shot, shot, damage);
// Rings are collected by ships.
table.removeClass(ring, damage);
table.removePair(mine, ring, explode);
table.addPair(ship, ring, collect);
table.addPair(sweeper, ring, collect);

// The table as it works it out, each pair once.
const entries = Object.entries(classes);
for (const [i, [a, first]] of entries.entries())
  for (const [b, second] of entries.slice(0, i + 1)) {
    const { responses } = table.resolve(first, second);
    console.log(a, b, responses.map(({ response: made }) => names.get(made)).join(' ') || '–');
  }

function thing(name, shape, [x, y], [vx, vy], angle, spin, options = {}) {
  const collider = new Collider(shape, { ...options, data: { name, x, y, vx, vy, angle, spin } });
  table.assign(collider, classes[name]);
  return collider;
}
const things = [
${things.join('')}];
const scene = new Scene().add(...things);
const [halfWidth, halfHeight] = [${game.halfWidth + 0.6}, ${game.halfHeight + 0.6}];
const wrap = (x, half) => (x > half ? -half : x < -half ? half : x);
for (let frame = 0; frame < ${60 * SECONDS}; frame++) {
  for (const collider of things) {
    const { data } = collider;
    data.x = wrap(data.x + data.vx / 60, halfWidth);
    data.y = wrap(data.y + data.vy / 60, halfHeight);
    data.angle += data.spin / 60;
    collider.setOrientation([0, 0, Math.sin(data.angle / 2), Math.cos(data.angle / 2)]).setPosition([data.x, data.y, 0]);
  }
  scene.test(table);
}
`;
  return `${importCode(code, ['response'])}

${code}`;
}
