/** A scene: which boxes overlap (lines), which of these shapes really touch (red), while everything moves. */
import { Aabb, Box, Capsule, Cone, intersects, Polytope, Scene, Sphere } from 'encounter';
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, LineBasicMaterial, LineSegments } from 'three';
import { Random } from '../../playground/src/shell/random.ts';
import type { LiveHost } from './host.ts';
import { Thing } from './thing.ts';

const MOST = 200;
/** Half of the width, height and depth of the room. */
const ROOM = [3.4, 1.7, 1.7] as const;
const SPEED = 0.7;

interface Mover {
  readonly thing: Thing;
  readonly position: [number, number, number];
  readonly velocity: [number, number, number];
}

export const HINT = 'Drag to turn the view. Lines join shapes whose boxes overlap; red ones touch.';

export function mount(host: LiveHost): void {
  const stage = host.stage({
    label: 'Shapes that move about; lines join those whose boxes overlap.',
    eye: [0, 2.4, 8.2],
    grid: 0,
  });
  const movers = makeMovers();
  const scene = new Scene();
  stage.scene.add(...movers.map(({ thing }) => thing.mesh));
  const ends = new BufferAttribute(new Float32Array(6 * 2000), 3).setUsage(DynamicDrawUsage);
  const geometry = new BufferGeometry().setAttribute('position', ends);
  const lines = new LineSegments(geometry, new LineBasicMaterial({ depthTest: false, transparent: true }));
  lines.frustumCulled = false;
  stage.scene.add(lines);

  let count = 0;
  const touching = new Set<unknown>();

  function setCount(wanted: number): void {
    for (const [i, { thing }] of movers.entries()) {
      const isIn = i < wanted;
      if (isIn && !scene.has(thing.collider)) scene.add(thing.collider);
      else if (!isIn && scene.has(thing.collider)) scene.remove(thing.collider);
      thing.mesh.visible = isIn;
    }
    count = wanted;
    ask();
  }
  function move(dt: number): void {
    for (const { thing, position, velocity } of movers.slice(0, count)) {
      for (let k = 0; k < 3; k++) {
        position[k] += velocity[k] * dt;
        if (Math.abs(position[k]) > ROOM[k]) velocity[k] = -Math.sign(position[k]) * Math.abs(velocity[k]);
      }
      thing.collider.setPosition(position);
      thing.follow();
    }
  }
  function ask(): void {
    touching.clear();
    let encounters = 0;
    let pairs = 0;
    const [boxA, boxB] = [new Aabb(), new Aabb()];
    for (const [a, b] of scene.encounters()) {
      const [from, to] = [a.bounds(boxA), b.bounds(boxB)];
      for (const [k, { min, max }] of [from, to].entries())
        ends.setXYZ(2 * encounters + k, (min.x + max.x) / 2, (min.y + max.y) / 2, (min.z + max.z) / 2);
      encounters++;
      if (!intersects(a, b)) continue;
      pairs++;
      touching.add(a).add(b);
    }
    geometry.setDrawRange(0, 2 * encounters);
    ends.needsUpdate = true;
    host.say(`${encounters} of ${(count * (count - 1)) / 2} pairs have boxes that overlap; ${pairs} touch`, pairs > 0);
    host.expose({ count, encounters, pairs });
    paint();
  }
  function paint(): void {
    const { palette } = host.theme;
    for (const { thing } of movers) thing.paint(touching.has(thing.collider) ? palette.hit : palette.a);
    lines.material.color.set(palette.mark);
    stage.invalidate();
  }

  host.slider({ label: 'Objects', min: 2, max: MOST, step: 1, value: 60, onInput: setCount });
  host.playButton(stage);
  stage.onFrame((dt) => {
    if (dt === 0) return;
    move(dt);
    ask();
  });
  stage.follow(paint);
  setCount(60);
}

function makeMovers(): Mover[] {
  const random = new Random(7);
  const shapes = [
    new Sphere(0.26),
    new Box([0.45, 0.35, 0.4]),
    new Capsule(0.15, 0.35),
    new Cone(0.28, 0.5),
    new Polytope([
      [0.3, 0, 0],
      [-0.3, 0, 0],
      [0, 0.3, 0],
      [0, -0.3, 0],
      [0, 0, 0.3],
      [0, 0, -0.3],
    ]),
  ];
  return Array.from({ length: MOST }, (_, i) => {
    const position = ROOM.map((half) => random.between(-half, half)) as [number, number, number];
    const velocity = random.direction().map((x) => SPEED * x) as [number, number, number];
    const [x, y, z] = random.direction();
    const half = random.between(0, Math.PI / 2);
    const orientation = [x * Math.sin(half), y * Math.sin(half), z * Math.sin(half), Math.cos(half)] as const;
    return { thing: new Thing(shapes[i % shapes.length], { position, orientation }), position, velocity };
  });
}
