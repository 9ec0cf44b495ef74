/** GUIDs that depend on nothing but a text: a clash keeps its GUID from run to run, as its id does. */
import { createHash } from 'node:crypto';

/** Lower case, version 8 of RFC 9562: made by a rule of our own, from SHA-256. */
export function guidOf(...texts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(texts)).digest().subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x80;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
