// A door that opens while someone stands before it: begin, stay and end of contacts, with the colliders' own data.
import { Box, Capsule, Collider, ContactTracker, ResponseTable, Scene, Sphere } from 'encounter';

const zone = new Collider(new Box([4, 2, 3]), { position: [0, 1, 0], data: { name: 'zone', inside: new Set() } });
const anna = new Collider(new Capsule(0.3, 1.2), { data: { name: 'Anna', speed: 0.5 } });
const bert = new Collider(new Capsule(0.3, 1.2), { data: { name: 'Bert', speed: 0.8 } });
const ghost = new Collider(new Sphere(0.5), { data: { name: 'ghost', speed: 1 } });

const scene = new Scene().add(zone, anna, bert, ghost);

// Zones see people. The ghost has no class, and so takes no part.
const table = new ResponseTable();
const zones = table.createClass('zones');
const people = table.createClass('people');
table.assign(zone, zones);
table.assign(anna, people);
table.assign(bert, people);

let frame = 0;
let framesInside = 0;
const tracker = new ContactTracker('simple', {
  begin(zone, person) {
    const { inside } = zone.data;
    if (inside.size === 0) console.log(`${frame}: the door opens for ${person.data.name}`);
    else console.log(`${frame}: ${person.data.name} comes, too`);
    inside.add(person);
  },
  stay() {
    framesInside++;
  },
  end(zone, person) {
    const { inside } = zone.data;
    inside.delete(person);
    console.log(`${frame}: ${person.data.name} is gone${inside.size === 0 ? ', and the door closes' : ''}`);
  },
});
table.addPair(zones, people, tracker.response);

for (frame = 0; frame < 30; frame++) {
  for (const one of [anna, bert, ghost]) one.setPosition([-6 + one.data.speed * frame, 0.9, 0]);
  if (frame === 15) {
    console.log(`${frame}: Anna leaves the game`);
    scene.remove(anna); // that ends her contacts as well
  }
  if (scene.has(anna) && frame > 10) anna.setPosition([-1, 0.9, 0]);
  scene.test(table);
  tracker.step();
}
console.log(`stayed for ${framesInside} frames; ${tracker.size} contacts now`);
