/** A bar on the terminal with rate and time left. In pipes, and with --quiet, nothing. */

/** Redraws at most this often, in milliseconds. */
const REDRAW_INTERVAL = 100;

const WIDTH = 24;

export class Progress {
  readonly #shown: boolean;
  readonly #label: string;
  readonly #stream: NodeJS.WriteStream;
  #started = 0;
  #drawn = 0;
  /** What was done before the first call, as with results that were there already: it does not count for the rate. */
  #before = -1;
  #note = '';

  constructor(label: string, quiet: boolean, stream: NodeJS.WriteStream = process.stderr) {
    this.#label = label;
    this.#stream = stream;
    this.#shown = !quiet && stream.isTTY === true;
  }

  /** Words behind the bar, such as how many workers take part. */
  note(text: string): void {
    this.#note = text;
  }

  update(done: number, total: number): void {
    if (!this.#shown) return;
    const now = performance.now();
    if (this.#before < 0) {
      this.#before = done;
      this.#started = now;
    }
    if (now - this.#drawn < REDRAW_INTERVAL && done < total) return;
    this.#drawn = now;
    const line = progressLine(this.#label, done, total, done - this.#before, (now - this.#started) / 1000, this.#note);
    this.#stream.write(`\r\x1b[2K${line.slice(0, Math.max(20, (this.#stream.columns || 80) - 1))}`);
  }

  /** Takes the bar away. */
  end(): void {
    if (this.#shown && this.#before >= 0) this.#stream.write('\r\x1b[2K');
    this.#before = -1;
  }
}

/** `fresh`: how many were done in those `seconds`. */
export function progressLine(
  label: string,
  done: number,
  total: number,
  fresh: number,
  seconds: number,
  note: string,
): string {
  const share = total > 0 ? Math.min(1, done / total) : 1;
  const filled = Math.round(share * WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
  const rate = seconds > 0.2 && fresh > 0 ? fresh / seconds : 0;
  const left = rate > 0 ? `  ${grouped(rate)}/s  ${duration((total - done) / rate)} left` : '';
  return `${label} ${bar} ${Math.floor(share * 100)} %  ${grouped(done)} of ${grouped(total)}${left}${note && `  ${note}`}`;
}

/** 1,234,567: the same in every locale. Below ten with one digit after the point. */
export function grouped(n: number): string {
  if (n < 10 && !Number.isInteger(n)) return n.toFixed(1);
  return String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ',');
}

export function duration(seconds: number): string {
  if (seconds < 1) return '< 1 s';
  const s = Math.round(seconds);
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
}
