/** What the page and its worker say to each other. */
import type { Color, Finding, ModelFormat } from 'encounter-models';
import type { Soup } from './drag/soup.ts';

export interface GivenFile {
  /** With folders, if a folder was dropped. */
  readonly path: string;
  readonly bytes: ArrayBuffer;
}

export type Request =
  /** Forgets the models so far. Files that no other file needs are read. */
  | { readonly kind: 'read'; readonly id: number; readonly files: readonly GivenFile[] }
  | { readonly kind: 'sample'; readonly id: number }
  /** The models as they are; the sample if there are none. */
  | { readonly kind: 'show'; readonly id: number }
  /** Ends a run that is under way. */
  | { readonly kind: 'clash'; readonly id: number; readonly clearance: number; readonly self: boolean }
  | { readonly kind: 'cancel' }
  /** The models, each as one surface. */
  | { readonly kind: 'soups'; readonly id: number };

export type Reply =
  | {
      readonly kind: 'assembly';
      readonly id: number;
      /** Null if no file could be read. */
      readonly assembly: Assembly | null;
      /** A sentence for each file that could not be read. */
      readonly failures: readonly string[];
    }
  | {
      readonly kind: 'progress';
      readonly id: number;
      readonly done: number;
      readonly total: number;
      readonly found: number;
    }
  | {
      readonly kind: 'clashes';
      readonly id: number;
      readonly clashes: readonly PartClash[];
      readonly pairs: number;
      readonly ms: number;
      readonly complete: boolean;
    }
  | {
      readonly kind: 'soups';
      readonly id: number;
      readonly soups: readonly { readonly name: string; readonly soup: Soup }[];
    }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };

/** A clash of two parts, by their numbers in the assembly. */
export interface PartClash extends Omit<Finding, 'a' | 'b'> {
  readonly a: number;
  readonly b: number;
}

/** All models that are shown, ready to be drawn. Coordinates are from `origin` on, so that single precision does. */
export interface Assembly {
  readonly models: readonly ModelFacts[];
  readonly units: string;
  readonly origin: readonly [number, number, number];
  /** The lower and the upper corner of everything, from `origin` on. */
  readonly box: Float64Array;
  readonly geometries: readonly DrawnGeometry[];
  readonly parts: readonly DrawnPart[];
}

export interface ModelFacts {
  readonly name: string;
  readonly format: ModelFormat;
  readonly units: string;
  readonly parts: number;
  readonly triangles: number;
  readonly warnings: readonly string[];
}

export interface DrawnGeometry {
  /** Three corners a triangle, none shared. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly lines: Float32Array;
  readonly points: Float32Array;
}

export interface DrawnPart {
  readonly id: string;
  readonly model: number;
  readonly name: string;
  readonly path: readonly string[];
  /** Class, storey or group, material: what the file has of them. */
  readonly about: string;
  readonly triangles: number;
  readonly geometry: number;
  /** 16 numbers, column by column. */
  readonly matrix: Float64Array;
  readonly box: Float64Array;
  readonly color: Color | null;
}
