export const STRIDE: number;

export const PERIOD: number;

export interface Form {
  readonly indices: Uint32Array;
  readonly vertexCount: number;
  /** Whether it is closed and has an inside. */
  readonly solid: boolean;
  /** Writes x, y, z of all vertices, one each `STRIDE` numbers. */
  pose(time: number, out: Float32Array): void;
}

export type FormName = 'flag' | 'blob' | 'tower';

export const FORMS: Readonly<Record<FormName, { label: string; make(triangles: number): Form }>>;
