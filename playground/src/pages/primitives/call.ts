/** A call with its arguments: made, and written as a program that makes it. */
import type { PrimitiveFunction } from './functions.ts';
import { endThing, functionOf, type PageState, SIDES, startThing } from './state.ts';

export interface Argument {
  readonly name: string;
  readonly value: unknown;
}

/** So many characters of code fit into the panel. */
const WIDTH = 38;

/** What the function is given: each thing, followed by its motion if it moves. */
export function callArguments(state: PageState): readonly Argument[] {
  const f = functionOf(state);
  const bothMove = f.motions.every((motion) => motion !== 'still');
  return SIDES.flatMap((side, i): Argument[] => {
    const body = state[side];
    const name = argumentName(f, i);
    const { value } = startThing(body);
    if (f.motions[i] === 'still') return [{ name, value }];
    if (f.motions[i] === 'vector')
      return [
        { name, value },
        { name: bothMove ? `move${side.toUpperCase()}` : 'move', value: body.move },
      ];
    return [
      { name: `${name}0`, value },
      { name: `${name}1`, value: endThing(body, f).value },
    ];
  });
}

/** The answer, as the library gives it. */
export function ask(state: PageState): unknown {
  return functionOf(state).call(...callArguments(state).map(({ value }) => value));
}

/** A whole program that prints the answer. */
export function callText(state: PageState): string {
  const { name } = functionOf(state);
  const values = callArguments(state);
  const constants = values.map((argument) => constant(argument)).join('\n');
  return `import { ${name} } from 'encounter/primitives';

${constants}

const answer = ${name}(${values.map((argument) => argument.name).join(', ')});
console.log(answer);
`;
}

function constant({ name, value }: Argument): string {
  const line = `const ${name} = ${inline(value)};`;
  return line.length <= WIDTH ? line : `const ${name} = ${literal(value)};`;
}

/** As in the signature: the names of the kinds, or a and b where they are the same. */
function argumentName({ kinds }: PrimitiveFunction, i: number): string {
  if (kinds[0] === kinds[1]) return SIDES[i];
  return kinds[i].replace('2', '');
}

/** A value as one would write it. Numbers keep all their digits: the program gets what the page asked. */
function literal(value: unknown, indent = ''): string {
  const line = inline(value);
  if (isVector(value) || (indent !== '' && indent.length + line.length <= WIDTH)) return line;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const entries = Array.isArray(value)
    ? value.map((x) => literal(x, deeper))
    : Object.entries(value as object).map(([key, x]) => `${key}: ${literal(x, deeper)}`);
  return `${open}\n${entries.map((entry) => `${deeper}${entry},\n`).join('')}${indent}${close}`;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{ ${Object.entries(value)
    .map(([key, x]) => `${key}: ${inline(x)}`)
    .join(', ')} }`;
}

function isVector(value: unknown): boolean {
  return Array.isArray(value) && value.every((x) => typeof x === 'number');
}
