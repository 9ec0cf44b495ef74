/** What a run of `clash` finds: plain data, written as JSON as it is. */

/**
 * `hard`: the interiors overlap. `touch`: the surfaces meet, the interiors do not. `contained`: one is wholly inside the other.
 * `duplicate`: the same geometry in the same place. `clearance`: apart, but nearer than asked for.
 */
export type ClashKind = 'hard' | 'touch' | 'contained' | 'duplicate' | 'clearance';

export type ClashStatus = 'new' | 'active' | 'reviewed' | 'approved' | 'resolved';

export type Triple = readonly [number, number, number];

export interface ClashReport {
  readonly version: 1;
  /** The units of all lengths; an empty string if no file says. */
  readonly units: string;
  /** A hash of the rules and options. A later run takes results over from a report with the same one. */
  readonly settings?: string;
  /** Sorted by their ids. */
  readonly parts: readonly ReportPart[];
  /** Sorted by their ids. */
  readonly clashes: readonly Clash[];
}

export interface ReportPart {
  /** Unique in the report. */
  readonly id: string;
  readonly file: string;
  readonly name: string;
  /** The names from the root of the file on, with slashes between. */
  readonly path: string;
  /** How many. */
  readonly triangles: number;
  /** A hash of its geometry and its place. A later run takes over the results of two parts that have not changed. */
  readonly hash?: string;
}

export interface Clash {
  /** The same when the models are moved, their parts shuffled, or the run repeated. */
  readonly id: string;
  /** The ids of the two parts. `a` is the one whose file name sorts first, or in one file whose id does. */
  readonly a: string;
  readonly b: string;
  readonly kind: ClashKind;
  /** How far apart, of kind `clearance`; otherwise 0. */
  readonly distance: number;
  /** How far one must be moved to be free, of kinds `hard`, `contained` and `duplicate`; otherwise 0. */
  readonly depth: number;
  /** Whether distance or depth is the number itself; otherwise a depth is one that suffices, perhaps not the least. */
  readonly exact: boolean;
  readonly pointA: Triple;
  readonly pointB: Triple;
  /** Unit, from a to b. */
  readonly normal: Triple;
  /** A box around the region where the two meet or are nearest. */
  readonly region: { readonly min: Triple; readonly max: Triple };
  /** The number of the group of neighbouring clashes it belongs to. */
  readonly group: number;
  readonly status: ClashStatus;
}

/** A clash as the run of a range of pairs finds it: group and status need all of them. */
export type Finding = Omit<Clash, 'group' | 'status'>;
