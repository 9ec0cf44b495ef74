/**
 * What `readModel` throws on a file that it cannot or will not read. The message is one sentence that begins with the name of the file.
 * A `cause` is there where a decoder gave up with an error of its own.
 */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  /** The name of the file. */
  readonly file: string;

  constructor(file: string, sentence: string, options?: { cause?: unknown }) {
    super(`${file}: ${sentence}`, options);
    this.file = file;
  }
}
