/** The bytes of a data URI. `atob` would need a string of the same length in between. */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Null if a character is none of base64. */
export function decodeBase64(text: string, from: number): Uint8Array | null {
  const values = new Int8Array(128).fill(-1);
  for (let i = 0; i < DIGITS.length; i++) values[DIGITS.charCodeAt(i)] = i;
  values['-'.charCodeAt(0)] = 62;
  values['_'.charCodeAt(0)] = 63;
  let end = text.length;
  while (end > from && text[end - 1] === '=') end--;
  const out = new Uint8Array(Math.floor(((end - from) * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let i = from; i < end; i++) {
    const code = text.charCodeAt(i);
    const value = code < 128 ? values[code] : -1;
    if (value < 0) return null;
    bits = ((bits << 6) | value) & 0xffffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      out[at++] = (bits >> held) & 255;
    }
  }
  return out;
}
