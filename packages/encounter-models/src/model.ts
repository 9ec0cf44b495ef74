/** What a file of any format becomes: parts with names, places and triangles. Plain data, so that a worker can be sent all of it. */

export type ModelFormat = 'gltf' | 'obj' | 'stl' | 'ply' | 'vrml' | 'ifc';

export interface Model {
  /** The name of the file. */
  readonly name: string;
  readonly format: ModelFormat;
  /** What one unit of its coordinates is: `m`, `mm`, `ft` …, or an empty string if the file does not say. */
  readonly units: string;
  readonly parts: readonly Part[];
  /** What was left out of the file, a sentence each. */
  readonly warnings: readonly string[];
}

export interface Part {
  /** Unique within the model, and the same each time the file is read: the GlobalId in IFC, otherwise made of the path. */
  readonly id: string;
  readonly name: string;
  /** The names of what it is in, from the root of the file on, with its own name last. */
  readonly path: readonly string[];
  /** The class of an IFC element, such as `IfcWall`; otherwise an empty string. */
  readonly type: string;
  /** The storey of an IFC element, the group of an OBJ file; otherwise an empty string. */
  readonly layer: string;
  readonly material: string;
  /** Red, green, blue and opacity, 0 … 1, in sRGB as CSS has it; null if the file gives no colour. A part of several colours has that of its largest piece. */
  readonly color: Color | null;
  /** The units of the model. */
  readonly units: string;
  /** From the coordinates of the triangles to those of the model: 16 numbers, column by column. */
  readonly transform: Float64Array;
  /** Parts that the file makes of one geometry share one object. */
  readonly triangles: Triangles;
  /** What the part exactly is, where the file says so; its triangles only approximate it. */
  readonly shape: ExactShape | null;
}

export type Color = readonly [red: number, green: number, blue: number, opacity: number];

export interface Triangles {
  readonly positions: Float32Array | Float64Array;
  /** Three vertex numbers a triangle, counterclockwise as seen from outside. */
  readonly indices: Uint32Array;
  /** Two vertex numbers a segment, for lines. */
  readonly segments?: Uint32Array;
  /** Vertex numbers, for a cloud of points. */
  readonly points?: Uint32Array;
}

/** Sizes as in the shapes of `encounter`: full sizes, the axis along +y, the middle in the origin. */
export type ExactShape =
  | { readonly kind: 'box'; readonly size: readonly [number, number, number] }
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'cylinder'; readonly radius: number; readonly height: number }
  | { readonly kind: 'cone'; readonly radius: number; readonly height: number };
