// A ball rolls toward a ramp: how far is it, does it touch, how deep is it, when will it hit?
import {
  Box,
  Collider,
  castShape,
  closestPoints,
  intersects,
  penetration,
  rayCast,
  Sphere,
  signedDistance,
} from 'encounter';

const ramp = new Collider(new Box([4, 0.2, 2]), {
  orientation: [0, 0, Math.sin(Math.PI / 12), Math.cos(Math.PI / 12)], // 30° about z
});
const ball = new Collider(new Sphere(0.5), { position: [0, 3, 0] });

const show = (v) => `(${[v.x, v.y, v.z].map((x) => (Math.abs(x) < 1e-12 ? 0 : x).toFixed(6)).join(', ')})`;

const near = closestPoints(ramp, ball);
console.log(`distance    ${near.distance.toFixed(6)} from ${show(near.pointA)} to ${show(near.pointB)}`);

const hit = castShape(ramp, [0, 0, 0], ball, [0, -4, 0]);
console.log(`falls onto  ${show(hit.point)} at t = ${hit.t.toFixed(6)}, normal ${show(hit.normal)}`);

ball.setPosition([0, 0.5, 0]);
console.log(`intersects  ${intersects(ramp, ball)}`);

const deep = penetration(ramp, ball);
console.log(`depth       ${deep.depth.toFixed(6)} along ${show(deep.normal)}`);

const out = 1.01 * deep.depth;
ball.setPosition([out * deep.normal.x, 0.5 + out * deep.normal.y, out * deep.normal.z]);
console.log(`pushed out  ${signedDistance(ramp, ball).distance.toFixed(6)}`);

const ray = rayCast(ramp, [0.5, 5, 0], [0.5, -5, 0]);
console.log(`ray         ${show(ray.point)} at t = ${ray.t.toFixed(6)}`);
