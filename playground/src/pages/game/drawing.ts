/** What the game looks like: a mesh for each body, the shields of sweepers, sparks, and stars behind it all. */
import type { Shape } from 'encounter';
import {
  type BufferGeometry,
  Color,
  Float32BufferAttribute,
  BufferGeometry as Geometry,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Points,
  PointsMaterial,
} from 'three';
import { shapeGeometry } from '../../shapes/geometry.ts';
import { Random } from '../../shell/random.ts';
import type { Palette } from '../../shell/theme.ts';
import { Sparks } from './sparks.ts';
import { type Body, type Look, SHIELD } from './things.ts';

const STARS = 220;

export class Drawing {
  readonly object = new Group();
  readonly #sparks = new Sparks();
  readonly #meshes = new Map<Body, Mesh>();
  readonly #shields = new Map<Body, Mesh>();
  readonly #geometries = new Map<Shape, BufferGeometry>();
  readonly #shieldGeometries = new Map<Shape, BufferGeometry>();
  readonly #materials: Readonly<Record<Look, MeshStandardMaterial>> = {
    yours: lit(),
    raider: lit(),
    mine: lit(),
    rock: lit(),
    shot: lit(),
    ring: lit(),
  };
  readonly #shield = new MeshBasicMaterial({ transparent: true, opacity: 0.28, depthWrite: false });
  readonly #stars = new Points(new Geometry(), new PointsMaterial({ size: 2, sizeAttenuation: false }));

  constructor() {
    const random = new Random(7);
    const places = Array.from({ length: STARS }, () => [random.between(-30, 30), random.between(-22, 22), -6]);
    this.#stars.geometry.setAttribute('position', new Float32BufferAttribute(places.flat(), 3));
    this.object.add(this.#stars, this.#sparks.object);
  }

  paint(palette: Palette): void {
    const colours: Readonly<Record<Look, string>> = {
      yours: palette.a,
      raider: palette.b,
      mine: palette.hit,
      rock: palette.muted,
      shot: palette.mark,
      ring: palette.calm,
    };
    for (const [look, material] of Object.entries(this.#materials)) material.color.set(colours[look as Look]);
    // Rocks are many and large: they step back.
    this.#materials.rock.color.lerp(new Color(palette.background), 0.35);
    this.#shield.color.set(palette.calm);
    this.#stars.material.color.set(palette.gridAxis);
    this.#sparks.paint(palette.b);
  }

  add(body: Body, shape: Shape): void {
    const mesh = new Mesh(this.#geometry(this.#geometries, shape, 0), this.#materials[body.data.look]);
    mesh.matrixAutoUpdate = false;
    this.#meshes.set(body, mesh);
    this.object.add(mesh);
  }

  remove(body: Body): void {
    this.#meshes.get(body)?.removeFromParent();
    this.#meshes.delete(body);
    this.#shields.get(body)?.removeFromParent();
    this.#shields.delete(body);
  }

  burst(x: number, y: number, size: number): void {
    this.#sparks.burst(x, y, size);
  }

  /** What the engine of a ship leaves behind. */
  exhaust({ data: { x, y, vx, vy, angle } }: Body): void {
    const [aheadX, aheadY] = [-Math.sin(angle), Math.cos(angle)];
    this.#sparks.emit(x - 0.7 * aheadX, y - 0.7 * aheadY, vx - 5 * aheadX, vy - 5 * aheadY, 0.45);
  }

  /** Takes over where everything is. `dt` moves the sparks. */
  update(dt: number): void {
    for (const [body, mesh] of this.#meshes) {
      const { data } = body;
      mesh.matrix.fromArray(body.getMatrix());
      mesh.matrixWorldNeedsUpdate = true;
      // Blinks while it cannot be damaged.
      mesh.visible = data.look !== 'yours' || data.safe === 0 || Math.floor(data.safe * 8) % 2 === 0;
      this.#drawShield(body, mesh);
    }
    this.#sparks.update(dt);
  }

  /** The shield is the collider's margin, as large as it is. Towards its end it flickers. */
  #drawShield(body: Body, mesh: Mesh): void {
    const { sweeping } = body.data;
    let shield = this.#shields.get(body);
    if (shield === undefined) {
      if (sweeping === 0) return;
      shield = new Mesh(this.#geometry(this.#shieldGeometries, body.shape, SHIELD), this.#shield as Material);
      shield.matrixAutoUpdate = false;
      this.#shields.set(body, shield);
      this.object.add(shield);
    }
    shield.visible = sweeping > 2 || (sweeping > 0 && Math.floor(sweeping * 6) % 2 === 0);
    shield.matrix.copy(mesh.matrix);
    shield.matrixWorldNeedsUpdate = true;
  }

  #geometry(kept: Map<Shape, BufferGeometry>, shape: Shape, margin: number): BufferGeometry {
    let geometry = kept.get(shape);
    if (geometry === undefined) {
      geometry = shapeGeometry(shape, undefined, margin);
      kept.set(shape, geometry);
    }
    return geometry;
  }

  /** Also what is not in the scene at the moment. */
  dispose(): void {
    for (const geometry of [...this.#geometries.values(), ...this.#shieldGeometries.values()]) geometry.dispose();
    for (const material of [...Object.values(this.#materials), this.#shield]) material.dispose();
  }
}

function lit(): MeshStandardMaterial {
  return new MeshStandardMaterial({ roughness: 0.55, metalness: 0.05 });
}
