import { wrong } from '../check.ts';
import { finite, isWithin } from '../math/read.ts';

/** What numbers are read from and written to. */
export type FloatArray = Float32Array | Float64Array;

/** Many queries of one kind. They may be answered in any order and by any thread: no answer depends on another. */
export interface BulkTask {
  /** Answers the queries that `order` names from `first` up to, not including, `last`. */
  run(order: Int32Array, first: number, last: number): void;
}

/** Checks numbers given `width` at a time, and returns how many times that is. */
export function countOf(name: string, list: FloatArray, width: number): number {
  if (!isFloats(list)) wrong(name, 'be a Float32Array or Float64Array', list);
  const { length } = list;
  if (length % width !== 0) wrong(`${name}.length`, `be a multiple of ${width}`, length, RangeError);
  // The name of an element is made only for an error: a million of them would take longer than the check.
  for (let k = 0; k < length; k++) if (!isWithin(list[k])) finite(`${name}[${k}]`, list[k]);
  return length / width;
}

/** Checks an array that results are written to. */
export function requireFloats(name: string, list: FloatArray | undefined, least: number): void {
  if (list === undefined) return;
  if (!isFloats(list)) wrong(name, 'be a Float32Array or Float64Array', list);
  requireRoom(name, list, least);
}

export function requireInts(name: string, list: Int32Array | undefined, least: number): void {
  if (list === undefined) return;
  if (!(list instanceof Int32Array)) wrong(name, 'be an Int32Array', list);
  requireRoom(name, list, least);
}

function requireRoom(name: string, list: ArrayLike<number>, least: number): void {
  if (list.length < least) wrong(`${name}.length`, `be at least ${least}`, list.length, RangeError);
}

function isFloats(list: unknown): boolean {
  return list instanceof Float32Array || list instanceof Float64Array;
}
