/** What the caller can do something about: printed as one sentence without a stack, with exit code 2. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

/** The first line of whatever was thrown, short enough for a terminal. */
export function oneLine(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const line = printable(text.split('\n', 1)[0].trim());
  return line.length > 500 ? `${line.slice(0, 500)}…` : line;
}

/** A name from a file must not steer the terminal. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd');
}
