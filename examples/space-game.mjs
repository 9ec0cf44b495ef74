// The space game of the book (§6.2): ships, minesweepers and mines. Its rules are a table of responses.
//   1. Two ships that collide are both damaged.
//   2. A ship that hits a mine is destroyed, and so is the mine.
//   3. A minesweeper that hits a mine destroys it.
// Mines stay where they are, so two mines do nothing.
import { Capsule, Collider, Cone, ResponseTable, response, Scene, Sphere } from 'encounter';

const scene = new Scene();
const table = new ResponseTable();
const ships = table.createClass('ships');
const minesweepers = table.createClass('minesweepers');
const mines = table.createClass('mines');

/** What happened in this frame. Callbacks come in an order that means nothing, so it is sorted before it is told. */
const news = [];
const say = (text) => void news.push(text);

/** Callbacks may remove what they are told of: it is gone after the test. */
function destroy(...things) {
  for (const thing of things) {
    if (thing.data.destroyed) continue; // two mines at once
    thing.data.destroyed = true;
    scene.remove(thing);
  }
}

// Rule 1 is the default.
const damage = response('depth', (a, b, { depth }) => {
  for (const { data } of [a, b]) data.damage += depth;
  say(`${a.data.name} and ${b.data.name} collide, ${depth.toFixed(2)} deep`);
});
table.addDefault(damage);

// Rule 2 is for all pairs with a mine, in place of rule 1. The mine comes first, as the response is of its class.
const explode = response('simple', (mine, ship) => {
  say(`${ship.data.name} hits ${mine.data.name}: both are destroyed`);
  destroy(mine, ship);
});
table.addClass(mines, explode);
table.removeClass(mines, damage);
table.removePair(mines, mines, explode);

// Rule 3 is for this pair of classes, in place of rule 2. The minesweeper comes first, as its class is named first.
const sweep = response('simple', (sweeper, mine) => {
  say(`${sweeper.data.name} sweeps ${mine.data.name}`);
  destroy(mine);
});
table.addPair(minesweepers, mines, sweep);
table.removePair(minesweepers, mines, explode);

// A second response to the same events, for something else entirely. It wants to know where.
const sound = response('witnessed', (_a, _b, { point }) => say(`crack! on the ${point.x < 0 ? 'left' : 'right'}`));
table.addClass(ships, sound);

const hull = new Cone(0.5, 2);
const bulky = new Capsule(0.8, 1);
const ball = new Sphere(0.4);

function launch(cls, shape, name, position, velocity) {
  const thing = new Collider(shape, { position, data: { name, position, velocity, damage: 0, destroyed: false } });
  table.assign(thing, cls);
  scene.add(thing);
  return thing;
}

const fleet = [
  launch(ships, hull, 'Ariane', [-8, 0, 0], [0.5, 0, 0]),
  launch(ships, hull, 'Bellona', [4, 0.5, 0], [-0.5, 0, 0]),
  launch(minesweepers, bulky, 'Clio', [-8, 5, 0], [0.5, 0, 0]),
  launch(ships, hull, 'Daphne', [8, 5, 0], [-0.3, 0, 0]),
];
launch(mines, ball, 'mine 1', [5.5, 0.3, 0], [0, 0, 0]);
launch(mines, ball, 'mine 2', [5.5, -0.3, 0], [0, 0, 0]);
launch(mines, ball, 'mine 3', [-3, 5, 0], [0, 0, 0]);
launch(mines, ball, 'mine 4', [3, 5, 0], [0, 0, 0]);

let pairs = 0;
for (let frame = 1; frame <= 30; frame++) {
  for (const ship of fleet) {
    const { position, velocity } = ship.data;
    for (let i = 0; i < 3; i++) position[i] += velocity[i];
    ship.setPosition(position);
  }
  pairs += scene.test(table);
  for (const text of news.splice(0).sort()) console.log(`${String(frame).padStart(2)}  ${text}`);
}
console.log(`${pairs} pairs were reported; ${scene.size} things are left:`);
for (const { data } of fleet.filter((ship) => scene.has(ship)))
  console.log(`    ${data.name}${data.damage > 0 ? `, damaged by ${data.damage.toFixed(2)}` : ''}`);
