/** From the nodes of a VRML file to parts: one for each Shape, in each place that USE puts it. */
import { checkLimit, type Limits } from '../../limits.ts';
import type { Color, ExactShape, Triangles } from '../../model.ts';
import type { ModelBuilder } from '../model-builder.ts';
import { elevationGrid } from './elevation-grid.ts';
import { extrusion } from './extrusion.ts';
import { faceSet, lineSet, pointSet } from './faces.ts';
import { firstNode, nodes, number, strings, type VrmlNode, vector } from './node.ts';
import { Notes } from './notes.ts';
import { solid } from './solids.ts';
import { identity, type Matrix, multiply, transformOf } from './transform.ts';

/** Nodes of VRML97 without a place in space, or without a surface. */
const SILENT = new Set(
  `Appearance AudioClip Background Color ColorInterpolator Coordinate CoordinateInterpolator CylinderSensor DirectionalLight Fog FontStyle
  ImageTexture Material MovieTexture NavigationInfo Normal NormalInterpolator OrientationInterpolator PixelTexture PlaneSensor PointLight
  PositionInterpolator ProximitySensor ScalarInterpolator Script Sound SphereSensor SpotLight TextureCoordinate TextureTransform TimeSensor
  TouchSensor Viewpoint VisibilitySensor WorldInfo`.split(/\s+/),
);

interface Geometry {
  readonly triangles: Triangles;
  readonly shape: ExactShape | null;
}

export class SceneReader {
  readonly #file: string;
  readonly #limits: Limits;
  readonly #model: ModelBuilder;
  readonly #notes: Notes;
  /** One geometry per node, so that parts share what the file shares; null for what is left out. */
  readonly #geometries = new Map<VrmlNode, Geometry | null>();
  /** How many shapes a node stands for, with all repetitions, and how many nodes are below one another in it. */
  readonly #extents = new Map<VrmlNode, { readonly shapes: number; readonly height: number }>();

  constructor(file: string, limits: Limits, model: ModelBuilder) {
    this.#file = file;
    this.#limits = limits;
    this.#model = model;
    this.#notes = new Notes(file, limits, model);
  }

  read(roots: readonly VrmlNode[]): void {
    let shapes = 0;
    for (const root of roots) shapes += this.#extent(root).shapes;
    // Before the first part is made: USE of USE of USE makes a small file a huge scene.
    checkLimit(this.#file, 'parts', shapes, this.#limits, 'parts');
    for (const root of roots) this.#visit(root, identity(), []);
  }

  /** Looks at each node once, however often it is used. Warns of what is left out on the way. */
  #extent(node: VrmlNode): { readonly shapes: number; readonly height: number } {
    const known = this.#extents.get(node);
    if (known !== undefined) return known;
    let shapes = 0;
    let height = 0;
    if (node.type === 'Shape') shapes = 1;
    else
      for (const child of this.#children(node)) {
        const below = this.#extent(child);
        shapes += below.shapes;
        height = Math.max(height, below.height + 1);
      }
    // The text limits how deep nodes are written in one another, but not how deep USE puts them.
    checkLimit(this.#file, 'nodes inside one another', height, this.#limits, 'depth');
    const extent = { shapes, height };
    this.#extents.set(node, extent);
    return extent;
  }

  /** The nodes that are shown below a node. */
  #children(node: VrmlNode): readonly VrmlNode[] {
    switch (node.type) {
      case 'Transform':
      case 'Group':
      case 'Anchor':
      case 'Collision':
        return nodes(node, 'children');
      case 'Billboard':
        if (nodes(node, 'children').length > 0)
          this.#model.warn('A Billboard does not turn to a viewer: it is read as it stands.');
        return nodes(node, 'children');
      case 'LOD':
        return nodes(node, 'level').slice(0, 1);
      case 'Switch':
        return this.#chosen(node);
      case 'Inline':
        this.#model.warn(`Inline ${JSON.stringify(strings(node, 'url')[0] ?? '')} is another file and is left out.`);
        return [];
      case '':
        return [];
      default:
        if (!SILENT.has(node.type))
          this.#model.warn(`${node.type} is no node of VRML97 that can stand there and is left out.`);
        return [];
    }
  }

  #chosen(node: VrmlNode): readonly VrmlNode[] {
    const choices = nodes(node, 'choice');
    const which = number(node, 'whichChoice', -1);
    if (which >= 0 && which < choices.length) return choices.slice(which, which + 1);
    if (choices.length > 0) this.#model.warn(`${this.#notes.called(node)} shows none of its choices.`);
    return [];
  }

  #visit(node: VrmlNode, place: Matrix, path: readonly string[]): void {
    // Branches without shapes are not followed, so that the work is bounded by the number of parts.
    if (this.#extent(node).shapes === 0) return;
    if (node.type === 'Shape') {
      this.#addShape(node, place, path);
      return;
    }
    const inner = node.type === 'Transform' ? multiply(place, transformOf(node)) : place;
    const names = node.def === '' ? path : [...path, node.def];
    for (const child of this.#children(node)) this.#visit(child, inner, names);
  }

  #addShape(node: VrmlNode, place: Matrix, path: readonly string[]): void {
    const geometry = firstNode(node, 'geometry');
    if (geometry === undefined || geometry.type === '') return;
    const made = this.#geometry(geometry);
    if (made === null) return;
    const own = node.def || geometry.def;
    // A shape without a name has that of the group around it.
    const names = own !== '' ? [...path, own] : path.length > 0 ? path : [geometry.type];
    if (!placesSomething(place)) {
      this.#model.warn(`${JSON.stringify(names.join('/'))} is scaled to nothing and is left out.`);
      return;
    }
    const appearance = firstNode(node, 'appearance');
    const look = appearance && firstNode(appearance, 'material');
    const material = appearance && (appearance.def || look?.def);
    const color = look?.type === 'Material' ? colorOf(look) : null;
    this.#model.add({ path: names, transform: place, material: material ?? '', color, ...made });
  }

  #geometry(node: VrmlNode): Geometry | null {
    let made = this.#geometries.get(node);
    if (made === undefined) {
      made = this.#make(node);
      if (made !== null && isEmpty(made.triangles)) {
        this.#model.warn(`${this.#notes.called(node)} has nothing in it and is left out.`);
        made = null;
      }
      if (made !== null) this.#model.geometry(made.triangles);
      this.#geometries.set(node, made);
    }
    return made;
  }

  #make(node: VrmlNode): Geometry | null {
    switch (node.type) {
      case 'Box':
      case 'Sphere':
      case 'Cone':
      case 'Cylinder':
        return solid(node, this.#notes);
      case 'IndexedFaceSet':
        return { triangles: faceSet(node, this.#notes), shape: null };
      case 'IndexedLineSet':
        return { triangles: lineSet(node, this.#notes), shape: null };
      case 'PointSet':
        return { triangles: pointSet(node, this.#notes), shape: null };
      case 'ElevationGrid':
        return { triangles: elevationGrid(node, this.#notes), shape: null };
      case 'Extrusion':
        return { triangles: extrusion(node, this.#notes), shape: null };
      default:
        this.#model.warn(`Geometry of type ${node.type} is left out.`);
        return null;
    }
  }
}

/** By the standard a Material is 80 % grey unless it says otherwise. */
function colorOf(material: VrmlNode): Color {
  return [...vector(material, 'diffuseColor', [0.8, 0.8, 0.8] as const), 1 - number(material, 'transparency', 0)];
}

function isEmpty({ indices, segments, points }: Triangles): boolean {
  return indices.length + (segments?.length ?? 0) + (points?.length ?? 0) === 0;
}

/** Whether a placement keeps a volume. An infinite one is for the model to refuse. */
function placesSomething(m: Matrix): boolean {
  const volume =
    m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
  return volume !== 0;
}
