/** The head of a PLY file: which elements follow, with which properties. */
import { ModelError } from '../../model-error.ts';

export type PlyFormat = 'ascii' | 'binary_little_endian' | 'binary_big_endian';

export type Scalar = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64';

export interface Property {
  readonly name: string;
  readonly type: Scalar;
  /** The type of the number of values of a list, or null for a single value. */
  readonly count: Scalar | null;
}

export interface Element {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly Property[];
}

export interface Header {
  readonly format: PlyFormat;
  readonly elements: readonly Element[];
  /** Where the data begins. */
  readonly end: number;
}

export const SIZES: Readonly<Record<Scalar, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};

const TYPES: ReadonlyMap<string, Scalar> = new Map([
  ...(Object.keys(SIZES) as Scalar[]).map((type): [string, Scalar] => [type, type]),
  ['char', 'int8'],
  ['uchar', 'uint8'],
  ['short', 'int16'],
  ['ushort', 'uint16'],
  ['int', 'int32'],
  ['uint', 'uint32'],
  ['float', 'float32'],
  ['double', 'float64'],
]);

/** Heads are a few hundred bytes long. */
const LONGEST = 1 << 20;

export function readHeader(bytes: Uint8Array, name: string): Header {
  const fail = (sentence: string): never => {
    throw new ModelError(name, sentence);
  };
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, LONGEST));
  const last = /(^|[\r\n])[ \t]*end_header[ \t]*(\r\n|\n|\r)/.exec(text);
  if (!last) return fail('the head has no end_header.');
  const end = last.index + last[0].length;
  let format: PlyFormat | null = null;
  const elements: (Element & { properties: Property[] })[] = [];
  for (const line of text.slice(0, last.index).split(/[\r\n]+/)) {
    const words = line.trim().split(/\s+/);
    switch (words[0]) {
      case 'format':
        if (!['ascii', 'binary_little_endian', 'binary_big_endian'].includes(words[1]))
          fail(`its format is ${JSON.stringify(String(words[1]).slice(0, 40))}.`);
        format = words[1] as PlyFormat;
        break;
      case 'element': {
        const count = Number(words[2]);
        if (!Number.isSafeInteger(count) || count < 0)
          fail(`${JSON.stringify(String(words[2]).slice(0, 40))} is no number of elements.`);
        elements.push({ name: words[1], count, properties: [] });
        break;
      }
      case 'property': {
        const list = words[1] === 'list';
        const type = TYPES.get(list ? words[3] : words[1]);
        const count = list ? TYPES.get(words[2]) : null;
        const element = elements.at(-1);
        const property = words[list ? 4 : 2];
        if (type === undefined || count === undefined || property === undefined || !element)
          return fail(`this line of the head makes no sense: ${JSON.stringify(line.trim().slice(0, 80))}.`);
        if (count?.startsWith('float')) fail(`the lengths of the lists ${property} are no whole numbers.`);
        element.properties.push({ name: property, type, count });
        break;
      }
    }
  }
  if (format === null) return fail('the head does not say its format.');
  return { format, elements, end };
}
