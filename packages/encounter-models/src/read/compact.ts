/** Vertices that several parts share in the file, but not in the model: each part gets those that it uses. */

/**
 * Numbers the vertices that the lists use anew, in the lists themselves. Returns the old numbers, or null if all `count` are used and stay as they are. Takes
 * time by the length of the lists, not by `count`: files exist in which ten thousand meshes share one million vertices.
 */
export function compact(lists: readonly Uint32Array[], count: number): Uint32Array | null {
  const total = lists.reduce((sum, list) => sum + list.length, 0);
  if (total >= count) {
    const seen = new Uint8Array(count);
    let distinct = 0;
    for (const list of lists)
      for (const vertex of list)
        if (seen[vertex] === 0) {
          seen[vertex] = 1;
          distinct++;
        }
    if (distinct === count) return null;
  }
  // A table of all vertices where many are used, a map where few are.
  if (total * 8 >= count) {
    const table = new Uint32Array(count);
    const old = new Uint32Array(Math.min(total, count));
    let used = 0;
    for (const list of lists)
      for (let i = 0; i < list.length; i++) {
        const vertex = list[i];
        if (table[vertex] === 0) {
          old[used++] = vertex;
          table[vertex] = used;
        }
        list[i] = table[vertex] - 1;
      }
    return old.slice(0, used);
  }
  const numbers = new Map<number, number>();
  for (const list of lists)
    for (let i = 0; i < list.length; i++) {
      let number = numbers.get(list[i]);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(list[i], number);
      }
      list[i] = number;
    }
  return Uint32Array.from(numbers.keys());
}
