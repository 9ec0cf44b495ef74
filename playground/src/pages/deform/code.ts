/** The surfaces and what is in their way as a program: it goes on for a second from the moment that is shown. */
import { abridgedBefore, inlined } from '../../shapes/code.ts';
import source from './forms.mjs?raw';
import type { DeformState } from './state.ts';

const FRAMES = 60;

export function deformCode(
  { form, second, triangles, places }: DeformState,
  time: number,
  sizes: { ball: number; box: number },
): { text: string; shown: string } {
  const list = (v: readonly number[]): string => `[${v.join(', ')}]`;
  const surfaces = [
    `surface('${form}', ${triangles}, [0, 0, 0])`,
    ...(second === 'none' ? [] : [`surface('${second}', ${triangles}, ${list(places.other)})`]),
  ];
  const text = `import { Box, Collider, contacts, Mesh, Sphere, VertexArray } from 'encounter';

${inlined(source)}
/** One array for positions and normals, as a renderer has it. The mesh reads it where it is: nothing is copied. */
function surface(name, triangles, position) {
  const form = FORMS[name].make(triangles);
  const array = new Float32Array(STRIDE * form.vertexCount);
  form.pose(${time}, array);
  const vertices = new VertexArray(array, { stride: STRIDE, count: form.vertexCount });
  const mesh = new Mesh({ positions: vertices, indices: form.indices, solid: form.solid });
  return { form, array, mesh, collider: new Collider(mesh, { position }) };
}

const surfaces = [${surfaces.join(', ')}];
const things = [
  new Collider(new Sphere(${sizes.ball}), { position: ${list(places.ball)} }),
  new Collider(new Box([${sizes.box}, ${sizes.box}, ${sizes.box}]), { position: ${list(places.box)} }),
];
const list = [];
for (let frame = 0; frame <= ${FRAMES}; frame++) {
  for (const { form, array, mesh } of surfaces) {
    form.pose((${time} + frame / 60) % PERIOD, array);
    mesh.refit();
  }
  let found = 0;
  for (const { collider } of surfaces)
    for (const thing of things) found += contacts(collider, thing, list).length;
  if (surfaces.length > 1) found += contacts(surfaces[0].collider, surfaces[1].collider, list).length;
  if (frame % 10 === 0) console.log(frame, found);
}
`;
  return { text, shown: abridgedBefore(text, '/** One array for', source) };
}
