/** What stands on the page as a program, with the solver in it: two seconds from the start. */
import source from '../../../../examples/lib/solver.mjs?raw';
import { abridgedBefore, inlined } from '../../shapes/code.ts';
import { PIT, type Stacking, type Thing } from './arrangements.ts';

const FRAMES = 120;
const MAIN = '// Bodies of a density of 1 on a floor.';

/** Of an arrangement that has not moved yet. */
export function stackCode({ what, things }: Stacking, maxSeparation: number): { text: string; shown: string } {
  const walls = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 0, 1],
    [0, 0, -1],
  ].map((normal) => `world.add(new Body(new Halfspace([${normal.join(', ')}], ${-PIT.half})));\n`);
  const round = things.some((thing) => thing.round);
  const boxes = things.some((thing) => !thing.round);
  const names = [...(boxes ? ['Box'] : []), 'Halfspace', ...(round ? ['Sphere'] : [])];
  const text = `import { ${names.join(', ')} } from 'encounter';
${inlined(source)}
${MAIN}
${boxes ? BOX : ''}${round ? BALL : ''}
const bodies = [
${things.map((thing) => `  ${thingCode(thing)},\n`).join('')}];
${movingCode(things)}
const world = new World({ maxSeparation: ${maxSeparation} });
world.add(new Body(new Halfspace([0, 1, 0], 0)));
${what === 'pit' ? walls.join('') : ''}world.add(...bodies);

for (let frame = 1; frame <= ${FRAMES}; frame++) {
  world.step(1 / 60);
  let points = 0;
  for (const { manifolds } of world.touches) for (const manifold of manifolds) points += manifold.points.length;
  const { x, y, z } = bodies[bodies.length - 1].position;
  if (frame % 10 === 0) console.log(frame, points, x, y, z);
}
`;
  return { text, shown: abridgedBefore(text, MAIN, source) };
}

const BOX = `function box([w, h, d], position) {
  const mass = w * h * d;
  const inertia = [h * h + d * d, w * w + d * d, w * w + h * h].map((x) => (mass * x) / 12);
  return new Body(new Box([w, h, d]), { position, mass, inertia });
}
`;

const BALL = `function ball(radius, position) {
  const mass = (4 / 3) * Math.PI * radius ** 3;
  const inertia = new Array(3).fill(0.4 * mass * radius * radius);
  return new Body(new Sphere(radius), { position, mass, inertia });
}
`;

function thingCode({ round, size, body: { position: p } }: Thing): string {
  const at = `[${p.x}, ${p.y}, ${p.z}]`;
  return round ? `ball(${size[0] / 2}, ${at})` : `box([${size.join(', ')}], ${at})`;
}

/** Those that do not begin at rest. */
function movingCode(things: readonly Thing[]): string {
  return things
    .flatMap(({ body: { velocity: v } }, i) =>
      v.x === 0 && v.y === 0 && v.z === 0 ? [] : [`bodies[${i}].velocity.set(${v.x}, ${v.y}, ${v.z});\n`],
    )
    .join('');
}
