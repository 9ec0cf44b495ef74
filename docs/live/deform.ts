/** A sheet that waves: its vertices are written anew in each frame, the mesh is refitted, and the triangles that touch a knot stand out. */
import { type Contact, contacts, Mesh as EncounterMesh } from 'encounter';
import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, MeshStandardMaterial, PlaneGeometry } from 'three';
import { makeModel } from '../../playground/src/shapes/models.ts';
import { TriangleMarks } from '../../playground/src/shapes/triangle-marks.ts';
import { dragKeys, makeDraggable } from './dragging.ts';
import type { LiveHost } from './host.ts';
import { Thing } from './thing.ts';

const SIDE = 4;
const CELLS = 40;

export const HINT = 'Drag the knot; drag beside it to turn the view.';

export function mount(host: LiveHost): void {
  const stage = host.stage({
    label: 'A knot above a sheet that waves.',
    keys: dragKeys(['knot']),
    eye: [2.4, 2.8, 4.6],
    target: [0, 0.2, 0],
    grid: 0,
  });
  // One array for both: the library tests the vertices that are drawn.
  const plane = new PlaneGeometry(SIDE, SIDE, CELLS, CELLS).rotateX(-Math.PI / 2);
  const positions = plane.getAttribute('position').array as Float32Array;
  const indices = plane.getIndex()!.array;
  const cloth = new EncounterMesh({ positions, indices: Array.from(indices) });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  const sheet = new Thing(cloth);
  sheet.mesh.geometry.dispose();
  const drawn = new Mesh(geometry, new MeshStandardMaterial({ roughness: 0.7, side: DoubleSide }));
  drawn.frustumCulled = false;
  const marks = new TriangleMarks(geometry);
  const knot = new Thing(makeModel('knot', true), { position: [0, 0.75, 0], scale: 0.8 });
  stage.scene.add(drawn, knot.mesh, marks.object);

  const list: Contact[] = [];
  let time = 0;
  let height = 0.3;

  function wave(): void {
    for (let i = 0; i < positions.length; i += 3) {
      const [x, z] = [positions[i], positions[i + 2]];
      positions[i + 1] = height * Math.sin(1.9 * x + 1.7 * time) * Math.cos(1.6 * z - 0.9 * time);
    }
    cloth.refit();
    geometry.getAttribute('position').needsUpdate = true;
    geometry.computeVertexNormals();
    ask();
  }
  function ask(): void {
    contacts(sheet.collider, knot.collider, list);
    marks.clear();
    for (const { primitiveA } of list) marks.mark(primitiveA);
    const triangles = marks.show();
    host.say(`${list.length} pairs of triangles touch`, list.length > 0);
    host.expose({ pairs: list.length, triangles });
    stage.invalidate();
  }

  makeDraggable(host, stage, { knot }, (_, position) => {
    knot.collider.setPosition(position);
    knot.follow();
    ask();
    host.announce(`${list.length} pairs of triangles touch.`);
  });
  host.slider({
    label: 'Height',
    min: 0,
    max: 0.6,
    step: 0.01,
    value: height,
    onInput: (value) => {
      height = value;
      wave();
    },
  });
  host.playButton(stage);
  stage.onFrame((dt) => {
    if (dt === 0) return;
    time += dt;
    wave();
  });
  stage.follow((palette) => {
    drawn.material.color.set(palette.a);
    knot.paint(palette.b);
    marks.paint(palette.hit);
  });
  wave();
}
