/**
 * Keys sorted by their values, without garbage: short runs by insertion, then merged bottom up through a second pair of
 * arrays. Of equal values even keys come before odd ones: lower bounds before upper bounds (§5.4.1).
 */
export interface Keyed {
  values: Float64Array;
  keys: Int32Array;
}

const RUN = 12;

/** Sorts the first `count` of `data`; `scratch` must be as long. The two may have changed places: the sorted one is returned. */
export function sortByValue(data: Keyed, scratch: Keyed, count: number): Keyed {
  for (let from = 0; from < count; from += RUN) sortRun(data, from, Math.min(from + RUN, count));
  let source = data;
  let target = scratch;
  for (let width = RUN; width < count; width *= 2) {
    for (let from = 0; from < count; from += 2 * width) {
      const middle = Math.min(from + width, count);
      merge(source, from, middle, Math.min(middle + width, count), target);
    }
    const swap = source;
    source = target;
    target = swap;
  }
  return source;
}

function sortRun({ values, keys }: Keyed, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const value = values[i];
    const key = keys[i];
    let j = i;
    for (; j > from && (values[j - 1] > value || (values[j - 1] === value && (keys[j - 1] & 1) > (key & 1))); j--) {
      values[j] = values[j - 1];
      keys[j] = keys[j - 1];
    }
    values[j] = value;
    keys[j] = key;
  }
}

function merge(source: Keyed, from: number, middle: number, to: number, target: Keyed): void {
  const { values, keys } = source;
  const { values: outValues, keys: outKeys } = target;
  let i = from;
  let j = middle;
  for (let k = from; k < to; k++) {
    const left =
      j >= to || (i < middle && (values[i] < values[j] || (values[i] === values[j] && (keys[i] & 1) <= (keys[j] & 1))));
    const next = left ? i++ : j++;
    outValues[k] = values[next];
    outKeys[k] = keys[next];
  }
}
