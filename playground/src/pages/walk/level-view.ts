/** Draws the level: pieces with their edges, the floor, and the signs that lie on it. */
import { type Collider, Cylinder, Mesh as MeshShape } from 'encounter';
import {
  BufferGeometry,
  CanvasTexture,
  Color,
  EdgesGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  SRGBColorSpace,
  WireframeGeometry,
} from 'three';
import { shapeGeometry } from '../../shapes/geometry.ts';
import type { Palette } from '../../shell/theme.ts';
import { FLOOR, type Level, type Piece, SIGNS, type Tone } from './level.ts';

type Drawn = Exclude<Tone, 'floor'>;

/** Faces that meet at more degrees than this have an edge that is drawn. */
const CREASE = 20;
/** A sign: its size on the floor, and in pixels of its texture. */
const SIGN = { width: 2.4, depth: 0.6, pixels: 384 } as const;
/** How far below its place the floor is drawn, so that the grid lies on it, and how far above it the signs are. */
const BELOW = 0.03;
const ABOVE = 0.006;

export class LevelView {
  readonly object = new Group();
  readonly #moving: { collider: Collider; group: Group }[] = [];
  readonly #materials: Readonly<Record<Drawn, MeshLambertMaterial>> = {
    ground: solid(),
    wall: solid(),
    moving: solid(),
    glass: new MeshLambertMaterial({ transparent: true, opacity: 0.3, depthWrite: false }),
  };
  readonly #edges = new LineBasicMaterial({ transparent: true, opacity: 0.55 });
  readonly #wires = new LineBasicMaterial({ transparent: true, opacity: 0.3 });
  readonly #floor = new Mesh(new PlaneGeometry(FLOOR, FLOOR), new MeshBasicMaterial());
  readonly #signs: Mesh<PlaneGeometry, MeshBasicMaterial>[];

  constructor({ pieces }: Level) {
    this.#floor.rotation.x = -Math.PI / 2;
    this.#floor.position.y = -BELOW;
    this.object.add(this.#floor);
    for (const piece of pieces) if (piece.tone !== 'floor') this.#add(piece, piece.tone);
    this.#signs = SIGNS.map(({ x, z }) => {
      const sign = new Mesh(
        new PlaneGeometry(SIGN.width, SIGN.depth),
        new MeshBasicMaterial({ transparent: true, depthWrite: false }),
      );
      sign.rotation.x = -Math.PI / 2;
      sign.position.set(x, ABOVE, z);
      this.object.add(sign);
      return sign;
    });
  }

  paint(palette: Palette): void {
    const background = new Color(palette.background);
    const mixed = (colour: string, share: number): Color => background.clone().lerp(new Color(colour), share);
    const { ground, wall, moving, glass } = this.#materials;
    ground.color.copy(mixed(palette.muted, palette.dark ? 0.42 : 0.3));
    wall.color.copy(mixed(palette.muted, palette.dark ? 0.65 : 0.55));
    moving.color.copy(mixed(palette.b, palette.dark ? 0.75 : 0.8));
    glass.color.set(palette.muted);
    this.#edges.color.set(palette.muted);
    this.#wires.color.set(palette.muted);
    this.#floor.material.color.copy(mixed(palette.muted, palette.dark ? 0.012 : 0.05));
    this.#signs.forEach(({ material }, i) => {
      material.map?.dispose();
      material.map = written(SIGNS[i].text, palette.muted);
      material.needsUpdate = true;
    });
  }

  /** Takes over where the parts are that move. */
  update(): void {
    for (const { collider, group } of this.#moving) place(group, collider);
  }

  #add({ collider }: Piece, tone: Drawn): void {
    const { shape } = collider;
    const geometry = shapeGeometry(shape);
    const group = new Group();
    group.matrixAutoUpdate = false;
    group.add(new Mesh(geometry, this.#materials[tone]));
    if (shape instanceof MeshShape) group.add(new LineSegments(new WireframeGeometry(geometry), this.#wires));
    else group.add(new LineSegments(new EdgesGeometry(geometry, CREASE), this.#edges));
    if (shape instanceof Cylinder) group.add(new LineSegments(spokes(shape), this.#edges));
    place(group, collider);
    if (tone === 'moving') this.#moving.push({ collider, group });
    this.object.add(group);
  }
}

/** Pushed back a little, so that edges and contact planes lie in front. */
function solid(): MeshLambertMaterial {
  return new MeshLambertMaterial({ polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
}

function place(group: Group, collider: Collider): void {
  group.matrix.fromArray(collider.getMatrix());
  group.matrixWorldNeedsUpdate = true;
}

/** Lines over the top of a disc, so that one sees it turn. */
function spokes({ baseRadius: radius, halfHeight }: Cylinder): BufferGeometry {
  const points: number[] = [];
  for (let i = 0; i < 4; i++) {
    const angle = (i * Math.PI) / 4;
    const [x, z] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    points.push(-x, halfHeight, -z, x, halfHeight, z);
  }
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points, 3));
}

function written(text: string, colour: string): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = SIGN.pixels;
  canvas.height = (SIGN.pixels * SIGN.depth) / SIGN.width;
  const context = canvas.getContext('2d')!;
  context.font = `600 ${0.54 * canvas.height}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = colour;
  context.fillText(text, canvas.width / 2, canvas.height / 2, canvas.width);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}
