/** The two models where they are, as a program. */
import type { Body } from './body.ts';
import type { Model } from './model.ts';
import type { Placement } from './state.ts';

export function dragCode(a: Body, b: Body, placements: { a: Placement; b: Placement }): string {
  const fromFiles = [a, b].some(({ model }) => isFile(model));
  const meshA = `const meshA = ${meshCode(a.model)};\n`;
  const meshB = a.model === b.model ? 'const meshB = meshA;\n' : `const meshB = ${meshCode(b.model)};\n`;
  return `import { Collider, closestPoints, contacts, intersects, Mesh } from 'encounter';
${fromFiles ? READING : ''}
${meshA}${meshB}const a = new Collider(meshA, ${placementCode(a, placements.a)});
const b = new Collider(meshB, ${placementCode(b, placements.b)});

const pairs = contacts(a, b);
console.log(pairs.length, 'pairs of triangles meet');
// One solid may be inside of the other, where none do.
if (intersects(a, b)) console.log('they intersect');
else {
  const { distance, pointA, pointB } = closestPoints(a, b);
  console.log(distance, pointA, pointB);
}
`;
}

function isFile({ key }: Model): boolean {
  return key.startsWith('file:');
}

function meshCode(model: Model): string {
  if (!isFile(model)) return `${model.mesh}`;
  const { centre } = model.soup;
  return `await readMesh(${JSON.stringify(model.name)}, [${centre.join(', ')}], ${model.mesh.solid})`;
}

function placementCode({ object: { quaternion: q } }: Body, { position, turn, scale }: Placement): string {
  const options = [`position: [${position.join(', ')}]`];
  if (turn.some((x) => x !== 0)) options.push(`orientation: [${q.x}, ${q.y}, ${q.z}, ${q.w}]`);
  if (scale.some((x) => x !== 1)) options.push(`scale: [${scale.join(', ')}]`);
  return `{ ${options.join(', ')} }`;
}

const READING = `import { readFile } from 'node:fs/promises';
import { readModel } from 'encounter-models';

/** All parts of a file as one mesh, about its middle. */
async function readMesh(file, centre, solid) {
  const { parts } = await readModel(await readFile(file), file);
  const [positions, indices] = [[], []];
  for (const { transform: m, triangles } of parts) {
    const [p, first] = [triangles.positions, positions.length / 3];
    for (let v = 0; v < p.length; v += 3)
      for (let k = 0; k < 3; k++)
        positions.push(m[k] * p[v] + m[k + 4] * p[v + 1] + m[k + 8] * p[v + 2] + m[k + 12] - centre[k]);
    // A mirrored part would be inside out.
    const [x, y, z] = [m.slice(0, 3), m.slice(4, 7), m.slice(8, 11)];
    const volume =
      x[0] * (y[1] * z[2] - y[2] * z[1]) - y[0] * (x[1] * z[2] - x[2] * z[1]) + z[0] * (x[1] * y[2] - x[2] * y[1]);
    const order = volume < 0 ? [0, 2, 1] : [0, 1, 2];
    for (let c = 0; c < triangles.indices.length; c++)
      indices.push(first + triangles.indices[c - (c % 3) + order[c % 3]]);
  }
  return new Mesh({ positions: Float32Array.from(positions), indices, solid });
}
`;
