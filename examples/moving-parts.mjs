// Things that turn: a revolving door that stops for people, bullets through a spinning fan, the swing of a robot's arm.
import {
  Box,
  Capsule,
  Collider,
  Compound,
  Cylinder,
  intersects,
  placeAlong,
  Sphere,
  signedDistance,
  sweptShape,
  timeOfImpact,
} from 'encounter';

const degrees = (radians) => ((radians * 180) / Math.PI).toFixed(2);

// 1. A revolving door turns by 3° a frame. Somebody walks in, and around with it, but only by 2° a frame, so that a wing catches up.
//    Before each frame the door asks whether it would hit, and stops where it touches.
console.log('A revolving door');
const door = new Collider(new Compound([{ shape: new Box([2.6, 2.2, 0.06]) }, { shape: new Box([0.06, 2.2, 2.6]) }]));
const walker = new Collider(new Capsule(0.25, 1.2), { position: [0.6, 0, 2.6] });
const turn = { rotation: [0, Math.PI / 60, 0] };
const walkIn = { translation: [0, 0, -0.05] };
const walkAround = { rotation: [0, Math.PI / 90, 0], center: [0, 0, 0] };
for (let frame = 1; frame <= 100; frame++) {
  const walk = frame <= 36 ? walkIn : walkAround;
  const impact = timeOfImpact(door, turn, walker, walk);
  const part = impact === null ? 1 : impact.t;
  placeAlong(door, turn, part);
  placeAlong(walker, walk, part);
  if (impact === null) continue;
  const angle = (frame - 1 + part) * turn.rotation[1];
  console.log(`  frame ${frame}, after ${degrees(angle)}°: wing ${impact.primitiveA} touches, and the door stops`);
  console.log(`  ${Math.hypot(impact.point.x, impact.point.z).toFixed(3)} from its axis`);
  // What a test of the frames alone would have found.
  placeAlong(door, turn, 1 - part);
  placeAlong(walker, walk, 1 - part);
  console.log(
    `  without asking, it would be ${(1000 * -signedDistance(door, walker).distance).toFixed(1)} mm inside by now`,
  );
  break;
}

// 2. A fan makes 50 turns a second, bullets fly at 600 m/s, and a frame takes a sixtieth of a second: within one frame the fan turns by
//    300° and a bullet flies 10 m. In no frame is it anywhere near the fan.
console.log('Bullets and a fan');
const blade = (angle) => ({
  shape: new Box([0.4, 0.12, 0.01]),
  position: [0.25 * Math.cos(angle), 0.25 * Math.sin(angle), 0],
  orientation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
});
const fan = new Collider(new Compound([0, 1, 2, 3, 4].map((k) => blade((2 * Math.PI * k) / 5))));
const spin = { rotation: [0, 0, (300 / 180) * Math.PI] };
const bullet = new Collider(new Sphere(0.005));
const flight = { translation: [0, 0, -10] };
const hits = [];
let seen = 0;
for (let k = 0; k < 12; k++) {
  bullet.setPosition([0.3, 0, 2 + 0.5 * k]);
  const impact = timeOfImpact(fan, spin, bullet, flight);
  if (impact !== null) hits.push(`${k} (blade ${impact.primitiveA})`);
  if (intersects(fan, bullet)) seen++;
}
console.log(`  of 12 bullets ${hits.length} hit: ${hits.join(', ')}`);
console.log(`  in a frame ${seen} were seen in the fan`);

// 3. An arm of two links swings by 100° about its shoulder. The swept shapes of its links tell at once what is out of reach; the rest is
//    asked when it would be hit.
console.log("A robot's arm");
const links = [
  new Collider(new Capsule(0.08, 0.8), { position: [0.4, 0, 0], orientation: [0, 0, -Math.SQRT1_2, Math.SQRT1_2] }),
  new Collider(new Box([0.7, 0.12, 0.12]), { position: [1.15, 0, 0] }),
];
const swing = { rotation: [0, 0, (100 / 180) * Math.PI], center: [0, 0, 0] };
const swept = links.map((link) => new Collider(sweptShape(link, swing)));
const things = {
  shelf: new Collider(new Box([0.4, 1.5, 1]), { position: [1.8, 0.6, 0] }),
  cup: new Collider(new Cylinder(0.05, 0.12), { position: [0.5, 1.3, 0] }),
  lamp: new Collider(new Sphere(0.1), { position: [0.25, 0.55, 0.185] }),
};
for (const [name, thing] of Object.entries(things)) {
  if (!swept.some((volume) => intersects(volume, thing))) {
    console.log(`  ${name}: out of reach, which the swept shapes prove`);
    continue;
  }
  const impacts = links.map((link) => timeOfImpact(link, swing, thing, null)).filter((impact) => impact !== null);
  if (impacts.length === 0) console.log(`  ${name}: near, and never touched`);
  else console.log(`  ${name}: touched at ${degrees(Math.min(...impacts.map(({ t }) => t)) * swing.rotation[2])}°`);
}
