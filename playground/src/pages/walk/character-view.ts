/** Draws the character, its shadow, its path, the normal of the ground, and the planes that it pushes against. */
import {
  CircleGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Quaternion,
  RingGeometry,
  SphereGeometry,
  Vector3,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { shapeGeometry } from '../../shapes/geometry.ts';
import { GrowingLines } from '../../shell/growing-lines.ts';
import type { Palette } from '../../shell/theme.ts';
import { type Character, HALF_HEIGHT } from './character.ts';
import type { WalkState } from './state.ts';

/** So many planes are drawn at most, and so large. */
const MOST = 24;
const RADIUS = 0.3;
/** How far in front of a surface its plane is drawn. */
const NEARER = 0.008;
/** The path of the foot: so many steps of it. */
const TRAIL = 900;
/** A shadow is looked for so far down, and fades with the distance. */
const DEEPEST = 6;

const UP = new Vector3(0, 1, 0);
const AHEAD = new Vector3(0, 0, 1);

export class CharacterView {
  readonly object = new Group();
  readonly #skin = new MeshLambertMaterial();
  readonly #body = new Mesh(undefined, this.#skin);
  readonly #nose = new Mesh(new SphereGeometry(0.1, 20, 12), new MeshLambertMaterial());
  readonly #shadow = new Mesh(
    new CircleGeometry(0.34, 40),
    new MeshBasicMaterial({ color: 0x000000, transparent: true, depthWrite: false }),
  );
  /** Seen through the character: it begins at the foot. */
  readonly #normal = new Mesh(
    arrow(0.022, 1.15),
    new MeshBasicMaterial({ depthTest: false, transparent: true, opacity: 0.9 }),
  );
  readonly #faces = instanced(new CircleGeometry(RADIUS, 40), 0.32);
  readonly #rims = instanced(new RingGeometry(0.9 * RADIUS, RADIUS, 40), 1);
  readonly #arrows = instanced(arrow(0.014, 0.5), 1);
  readonly #trail = new GrowingLines();
  readonly #path: number[] = [];
  readonly #matrix = new Matrix4();
  readonly #at = new Vector3();
  readonly #along = new Vector3();
  readonly #turn = new Quaternion();
  readonly #one = new Vector3(1, 1, 1);
  readonly #scale = new Vector3();
  readonly #colours = { on: new Color(), steep: new Color(), wall: new Color() };

  constructor() {
    this.#shadow.renderOrder = 1;
    this.#normal.renderOrder = 3;
    this.#trail.material.opacity = 0.8;
    this.object.add(this.#body, this.#nose, this.#shadow, this.#normal, this.#trail.object);
    // Seen through the character, too, which hides what is in front of it.
    this.#arrows.material.depthTest = false;
    for (const mesh of [this.#faces, this.#rims, this.#arrows]) {
      mesh.renderOrder = 2;
      this.object.add(mesh);
    }
  }

  /** Another shape. */
  become({ mover }: Character): void {
    this.#body.geometry.dispose();
    this.#body.geometry = shapeGeometry(mover.collider.shape);
  }

  paint(palette: Palette): void {
    this.#skin.color.set(palette.a);
    this.#nose.material.color.set(0xffffff);
    this.#trail.material.color.set(palette.a);
    this.#colours.on.set(palette.calm);
    this.#colours.steep.set(palette.b);
    this.#colours.wall.set(palette.hit);
  }

  /** Remembers where the foot is. */
  remember({ position: { x, y, z } }: Character, isNew = false): void {
    if (isNew) this.#path.length = 0;
    this.#path.push(x, y - HALF_HEIGHT + 0.02, z);
    if (this.#path.length > 3 * TRAIL) this.#path.splice(0, 3);
  }

  update(character: Character, { planes, trail, view }: WalkState): void {
    const { position, facing } = character;
    this.#body.visible = view === 'third';
    this.#nose.visible = view === 'third';
    this.#body.position.copy(position);
    this.#nose.position.copy(position).addScaledVector(facing, 0.3);
    this.#nose.position.y += 0.5;
    this.#castShadow(character);
    this.#showGround(character, planes && view === 'third');
    this.#showPlanes(character, planes);
    this.#showTrail(trail);
  }

  dispose(): void {
    for (const mesh of [this.#faces, this.#rims, this.#arrows]) mesh.dispose();
  }

  /** Straight below, where it would land. */
  #castShadow({ level: { scene }, position: { x, y, z } }: Character): void {
    const hit = scene.rayCast([x, y, z], [x, y - DEEPEST, z]);
    this.#shadow.visible = hit !== null;
    if (hit === null) return;
    this.#at.set(hit.point.x, hit.point.y, hit.point.z);
    this.#along.set(hit.normal.x, hit.normal.y, hit.normal.z);
    this.#shadow.quaternion.setFromUnitVectors(AHEAD, this.#along);
    this.#shadow.position.copy(this.#at).addScaledVector(this.#along, NEARER / 2);
    this.#shadow.material.opacity = 0.34 * Math.max(0.25, 1 - hit.t);
  }

  #showGround({ result: { ground, groundNormal }, position }: Character, wanted: boolean): void {
    this.#normal.visible = wanted && ground !== 'air';
    if (ground === 'air') return;
    this.#along.set(groundNormal.x, groundNormal.y, groundNormal.z);
    this.#normal.quaternion.setFromUnitVectors(UP, this.#along);
    this.#normal.position.copy(position);
    this.#normal.position.y -= HALF_HEIGHT;
    this.#normal.material.color.copy(this.#colours[ground]);
  }

  #showPlanes({ result: { hits }, mover: { maxSlope } }: Character, wanted: boolean): void {
    const count = wanted ? Math.min(MOST, hits.length) : 0;
    const walkable = Math.cos(maxSlope) - 1e-9;
    for (let i = 0; i < count; i++) {
      const { point, normal } = hits[i];
      // Towards the character.
      this.#along.set(-normal.x, -normal.y, -normal.z);
      const { y } = this.#along;
      const colour = y >= walkable ? this.#colours.on : y > 0.1 ? this.#colours.steep : this.#colours.wall;
      this.#at.set(point.x, point.y, point.z).addScaledVector(this.#along, NEARER);
      this.#turn.setFromUnitVectors(AHEAD, this.#along);
      this.#matrix.compose(this.#at, this.#turn, this.#one);
      for (const mesh of [this.#faces, this.#rims]) mesh.setMatrixAt(i, this.#matrix);
      this.#turn.setFromUnitVectors(UP, this.#along);
      // What one can stand on has the normal of the ground already.
      this.#scale.setScalar(colour === this.#colours.on ? 0 : 1);
      this.#arrows.setMatrixAt(i, this.#matrix.compose(this.#at, this.#turn, this.#scale));
      for (const mesh of [this.#faces, this.#rims, this.#arrows]) mesh.setColorAt(i, colour);
    }
    for (const mesh of [this.#faces, this.#rims, this.#arrows]) {
      mesh.count = count;
      mesh.instanceMatrix.needsUpdate = true;
      mesh.instanceColor!.needsUpdate = true;
    }
  }

  #showTrail(wanted: boolean): void {
    const { vertices } = this.#trail;
    vertices.clear();
    const path = wanted ? this.#path : [];
    for (let i = 3; i < path.length; i += 3) {
      vertices.add(path[i - 3], path[i - 2], path[i - 1]);
      vertices.add(path[i], path[i + 1], path[i + 2]);
    }
    vertices.finish();
  }
}

function instanced<G extends CircleGeometry | RingGeometry | ReturnType<typeof arrow>>(geometry: G, opacity: number) {
  const material = new MeshBasicMaterial({ transparent: true, opacity, side: DoubleSide, depthWrite: false });
  const mesh = new InstancedMesh(geometry, material, MOST);
  mesh.frustumCulled = false;
  mesh.count = 0;
  mesh.setColorAt(0, new Color());
  return mesh;
}

/** From the origin along +y. */
function arrow(thickness: number, length: number) {
  const head = 6 * thickness;
  const shaft = new CylinderGeometry(thickness, thickness, length - head, 12).translate(0, (length - head) / 2, 0);
  const tip = new ConeGeometry(2.4 * thickness, head, 16).translate(0, length - head / 2, 0);
  return mergeGeometries([shaft, tip]);
}
