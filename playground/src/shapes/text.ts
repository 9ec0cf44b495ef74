/** A shape of the catalogue as a short text, for the address: its kind and its parameters in order. */
import { CATALOGUE, defaultValues, type Parameter, type Values } from './catalogue.ts';

export interface ShapeChoice {
  readonly kind: string;
  readonly values: Values;
}

/** A kind with its usual parameters, but for those given. */
export function chooseShape(kind: string, values: Values = {}): ShapeChoice {
  return { kind, values: { ...defaultValues(kind), ...values } };
}

export function writeShape({ kind, values }: ShapeChoice): string {
  return [kind, ...Object.keys(CATALOGUE[kind].parameters).map((key) => values[key])].join();
}

/** Reads what `writeShape` wrote: null if there is no such kind; parameters that make no sense get their usual values. */
export function readShape(text: string): ShapeChoice | null {
  const [kind, ...written] = text.split(',');
  if (!Object.hasOwn(CATALOGUE, kind)) return null;
  const parameters = Object.entries(CATALOGUE[kind].parameters);
  return { kind, values: Object.fromEntries(parameters.map(([key, p], i) => [key, readValue(p, written[i])])) };
}

function readValue(parameter: Parameter, text: string | undefined): number | string {
  if (text === undefined || text === '') return parameter.value;
  if (parameter.type === 'choice') return parameter.options.some((o) => o.value === text) ? text : parameter.value;
  const x = Number(text);
  if (!Number.isFinite(x)) return parameter.value;
  const within = Math.min(parameter.max, Math.max(parameter.min, x));
  return parameter.step === 1 ? Math.round(within) : within;
}
