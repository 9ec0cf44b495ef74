/** One thing, drawn from the very value that the library gets. */
import {
  BoxGeometry,
  BufferGeometry,
  type Color,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  EdgesGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  Quaternion,
  ShapeUtils,
  SphereGeometry,
  Vector2,
  Vector3,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Triple } from '../../shell/triple.ts';
import type { Kind, Thing } from './kinds.ts';

/** How thick what has no width is drawn. */
const DOT = 0.07;
const ROD = 0.028;
const HEAD = 0.09;
const THREAD = 0.006;
/** A plane has no end, nor has a ray; so much of them is drawn. */
const PLANE_SIZE = 4.4;
const CELLS = 8;
const FAR = 40;

const FLAT_KINDS: ReadonlySet<Kind> = new Set(['triangle', 'polygon', 'polygon2']);

const UP = new Vector3(0, 1, 0);
const FRONT = new Vector3(0, 0, 1);

/** What is solid, the lines on it, and what one should see through. */
interface Parts {
  readonly skin?: BufferGeometry;
  readonly edges?: BufferGeometry;
  readonly veil?: BufferGeometry;
}

export class Figure {
  readonly object = new Group();
  readonly #skin = new Mesh(undefined, new MeshStandardMaterial({ roughness: 0.6, side: DoubleSide }));
  readonly #edges = new LineSegments(undefined, new LineBasicMaterial());
  readonly #veil = new Mesh(
    undefined,
    new MeshBasicMaterial({ transparent: true, opacity: 0.16, depthWrite: false, side: DoubleSide }),
  );
  readonly #ghost: boolean;
  #flat = false;

  /** A ghost is where the thing is not yet. */
  constructor({ ghost = false }: { ghost?: boolean } = {}) {
    this.#ghost = ghost;
    this.object.add(this.#skin, this.#edges, this.#veil);
  }

  /** Draws a thing. Of a plane, the part around a place is drawn. */
  set(thing: Thing, around: Triple): void {
    this.#flat = FLAT_KINDS.has(thing.kind);
    const { skin, edges, veil } = partsOf(thing, new Vector3(...around));
    for (const [object, geometry] of [
      [this.#skin, skin],
      [this.#edges, edges],
      [this.#veil, veil],
    ] as const) {
      object.geometry.dispose();
      object.visible = geometry !== undefined;
      if (geometry !== undefined) object.geometry = geometry;
    }
  }

  /** Glassy: one sees into it. */
  paint(colour: Color, { glassy = false, active = false, faint = false } = {}): void {
    const skin = this.#skin.material;
    skin.color.copy(colour);
    skin.emissive.copy(colour);
    // A sheet that is lit from behind would be black.
    skin.emissiveIntensity = (active ? 0.25 : 0) + (this.#flat ? 0.22 : 0);
    const through = glassy || this.#ghost;
    if (skin.transparent !== through) skin.needsUpdate = true;
    skin.transparent = through;
    skin.opacity = this.#ghost ? (faint ? 0.14 : 0.45) : glassy ? 0.55 : 1;
    skin.depthWrite = !through;
    const lines = this.#edges.material;
    lines.color.copy(colour).multiplyScalar(through ? 1 : 0.72);
    lines.transparent = true;
    lines.opacity = faint ? 0.5 : 0.9;
    this.#veil.material.color.copy(colour);
  }
}

/** The places whose hull, a little grown, is where a thing can be taken hold of; and by how much. */
export function grip(thing: Thing, around: Triple): { readonly points: readonly Triple[]; readonly margin: number } {
  switch (thing.kind) {
    case 'point':
      return { points: [thing.value], margin: 2 * DOT };
    case 'point2':
      return { points: [[...thing.value, 0]], margin: 2 * DOT };
    case 'segment':
      return { points: [thing.value.from, thing.value.to], margin: 0.1 };
    case 'line':
    case 'ray': {
      const { from, direction } = thing.value;
      return { points: [from, plus(from, direction)], margin: 0.12 };
    }
    case 'plane':
      return { points: [around, plus(around, thing.value.normal)], margin: 0.15 };
    case 'sphere':
      return { points: [thing.value.center], margin: thing.value.radius + 0.03 };
    case 'box': {
      const { min, max } = thing.value;
      return { points: corners((i, high) => (high ? max : min)[i]), margin: 0.03 };
    }
    case 'obb': {
      const { center, axes, half } = thing.value;
      const signs = corners((i, high) => (high ? half[i] : -half[i]));
      return {
        points: signs.map((s) => axes.reduce<Triple>((at, axis, i) => plus(at, axis, s[i]), center)),
        margin: 0.03,
      };
    }
    case 'triangle':
      return { points: [thing.value.a, thing.value.b, thing.value.c], margin: 0.06 };
    case 'polygon':
      return { points: thing.value.points, margin: 0.06 };
    case 'polygon2':
      return { points: thing.value.map(([x, y]): Triple => [x, y, 0]), margin: 0.06 };
  }
}

function partsOf(thing: Thing, around: Vector3): Parts {
  switch (thing.kind) {
    case 'point':
      return { skin: dot(vec(thing.value), DOT) };
    case 'point2':
      return { skin: dot(vec([...thing.value, 0]), DOT) };
    case 'segment': {
      const [from, to] = [vec(thing.value.from), vec(thing.value.to)];
      return { skin: mergeGeometries([rod(from, to), dot(from, 1.7 * ROD), dot(to, 1.7 * ROD)]) };
    }
    case 'line':
    case 'ray': {
      const from = vec(thing.value.from);
      const direction = vec(thing.value.direction);
      const far = direction.clone().setLength(FAR);
      const back = thing.kind === 'line' ? from.clone().sub(far) : from;
      const thread = rod(back, from.clone().add(far), THREAD);
      return { skin: mergeGeometries([arrow(from, from.clone().add(direction)), thread]) };
    }
    case 'plane':
      return planeParts(vec(thing.value.normal), thing.value.offset, around);
    case 'sphere': {
      const { center, radius } = thing.value;
      return { skin: new SphereGeometry(Math.max(radius, 1e-4), 48, 32).translate(...center) };
    }
    case 'box': {
      const { min, max } = thing.value;
      const [x, y, z] = [0, 1, 2].map((i) => max[i] - min[i]);
      const skin = new BoxGeometry(x, y, z).translate(min[0] + x / 2, min[1] + y / 2, min[2] + z / 2);
      return { skin, edges: new EdgesGeometry(skin) };
    }
    case 'obb': {
      const { center, axes, half } = thing.value;
      const [u, v, w] = axes.map(vec);
      const skin = new BoxGeometry(2 * half[0], 2 * half[1], 2 * half[2]).applyMatrix4(
        new Matrix4().makeBasis(u, v, w).setPosition(...center),
      );
      return { skin, edges: new EdgesGeometry(skin) };
    }
    case 'triangle': {
      const { a, b, c } = thing.value;
      return sheet([vec(a), vec(b), vec(c)]);
    }
    case 'polygon':
      return sheet(thing.value.points.map(vec));
    case 'polygon2':
      return sheet(thing.value.map(([x, y]) => new Vector3(x, y, 0)));
  }
}

/** A part of a plane with a grid, and its normal, by which it is held. */
function planeParts(normal: Vector3, offset: number, around: Vector3): Parts {
  const lengthSq = normal.lengthSq();
  const at = around.clone().addScaledVector(normal, (offset - normal.dot(around)) / lengthSq);
  const turn = new Quaternion().setFromUnitVectors(UP, normal.clone().normalize());
  const lay = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2);
  const place = new Matrix4().compose(at, turn.clone().multiply(lay), new Vector3(1, 1, 1));
  const ends: Vector3[] = [];
  for (let i = 0; i <= CELLS; i++) {
    const x = PLANE_SIZE * (i / CELLS - 0.5);
    const end = PLANE_SIZE / 2;
    ends.push(new Vector3(x, -end, 0), new Vector3(x, end, 0), new Vector3(-end, x, 0), new Vector3(end, x, 0));
  }
  for (const end of ends) end.applyMatrix4(place);
  return {
    skin: mergeGeometries([dot(at, 1.7 * ROD), arrow(at, at.clone().add(normal))]),
    edges: lines(...ends),
    veil: new PlaneGeometry(PLANE_SIZE, PLANE_SIZE).applyMatrix4(place),
  };
}

/** A flat region with its rim; a flat one of no area is its rim. */
function sheet(points: readonly Vector3[]): Parts {
  const rim = lines(...points.flatMap((p, i) => [p, points[(i + 1) % points.length]]));
  const normal = new Vector3();
  for (const [i, p] of points.entries()) normal.add(p.clone().cross(points[(i + 1) % points.length]));
  if (normal.length() < 1e-9) return { edges: rim, skin: mergeGeometries(points.map((p) => dot(p, ROD))) };
  normal.normalize();
  const level = new Quaternion().setFromUnitVectors(normal, FRONT);
  const flat = points.map((p) => p.clone().applyQuaternion(level));
  const faces = ShapeUtils.triangulateShape(
    flat.map(({ x, y }) => new Vector2(x, y)),
    [],
  );
  const skin = new BufferGeometry();
  skin.setAttribute(
    'position',
    new Float32BufferAttribute(
      points.flatMap((p) => p.toArray()),
      3,
    ),
  );
  skin.setAttribute(
    'normal',
    new Float32BufferAttribute(
      points.flatMap(() => normal.toArray()),
      3,
    ),
  );
  skin.setIndex(faces.flat());
  return { skin, edges: rim };
}

function dot(at: Vector3, radius: number): BufferGeometry {
  return new SphereGeometry(radius, 24, 16).translate(at.x, at.y, at.z);
}

function rod(from: Vector3, to: Vector3, radius = ROD): BufferGeometry {
  return along(new CylinderGeometry(radius, radius, Math.max(from.distanceTo(to), 1e-6), 16), from, to, 0.5);
}

export function arrow(from: Vector3, to: Vector3, scale = 1): BufferGeometry {
  const [radius, height] = [scale * HEAD, 2.4 * scale * HEAD];
  const head = along(new ConeGeometry(radius, height, 24).translate(0, -height / 2, 0), from, to, 1);
  const neck = to.clone().lerp(from, Math.min(0.9, height / 2 / from.distanceTo(to)));
  return mergeGeometries([rod(from, neck, scale * ROD), head]);
}

/** Puts what is made along y onto the way from one point to another. */
function along(geometry: BufferGeometry, from: Vector3, to: Vector3, share: number): BufferGeometry {
  const way = to.clone().sub(from);
  const at = from.clone().addScaledVector(way, share);
  const turn = way.lengthSq() > 0 ? new Quaternion().setFromUnitVectors(UP, way.normalize()) : new Quaternion();
  return geometry.applyMatrix4(new Matrix4().compose(at, turn, new Vector3(1, 1, 1)));
}

function lines(...ends: Vector3[]): BufferGeometry {
  return new BufferGeometry().setFromPoints(ends);
}

function corners(coordinate: (axis: number, high: boolean) => number): Triple[] {
  return Array.from({ length: 8 }, (_, i): Triple => {
    const [x, y, z] = [0, 1, 2].map((axis) => coordinate(axis, ((i >> axis) & 1) === 1));
    return [x, y, z];
  });
}

function plus(a: Triple, b: Triple, factor = 1): Triple {
  return [a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]];
}

function vec(v: Triple): Vector3 {
  return new Vector3(...v);
}
