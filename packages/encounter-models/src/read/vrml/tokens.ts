/**
 * The tokens of a VRML97 file (ISO 14772, annex A): words, numbers, strings and brackets. Commas and comments are white space.
 *
 * Words are read more generously than the standard allows: any run of characters that ends a word nowhere. Exporters write names such
 * as `1_Wall` and `wall.01`, which the standard forbids.
 */

export const TokenKind = {
  end: 0,
  word: 1,
  number: 2,
  string: 3,
  open: 4,
  close: 5,
  openList: 6,
  closeList: 7,
} as const;
export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind];

const TAB = 9;
const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const HASH = 35;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN = 123;
const CLOSE = 125;
const BYTE_ORDER_MARK = 0xfeff;

const NUMBER = /^[+-]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)$/;

/** Reads one token after the other; `kind`, `text` and `value` are those of the last. */
export class Tokens {
  kind: TokenKind = TokenKind.end;
  /** The word, or the content of the string. */
  text = '';
  /** The number, which may be infinite: the parser refuses it where it knows what it is for. */
  value = 0;
  readonly #source: string;
  /** Where the last token begins. */
  #start = 0;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
    this.next();
  }

  next(): void {
    const source = this.#source;
    const at = this.#skipSpace();
    this.#start = at;
    if (at >= source.length) {
      this.kind = TokenKind.end;
      this.text = '';
      return;
    }
    const code = source.charCodeAt(at);
    const bracket = kindOfBracket(code);
    if (bracket !== TokenKind.end) {
      this.kind = bracket;
      this.text = source[at];
      this.#at = at + 1;
    } else if (code === QUOTE) this.#readString(at + 1);
    else this.#readWord(at);
  }

  /** Where the last token begins in the text. */
  get start(): number {
    return this.#start;
  }

  /** The line of the last token, or of a place in the text, from 1 on. Counted each time, so for errors only. */
  line(at = this.#start): number {
    let line = 1;
    for (let k = 0; k < at; k++) {
      const code = this.#source.charCodeAt(k);
      if (code === LINE_FEED || (code === RETURN && this.#source.charCodeAt(k + 1) !== LINE_FEED)) line++;
    }
    return line;
  }

  #skipSpace(): number {
    const source = this.#source;
    let at = this.#at;
    for (; at < source.length; at++) {
      const code = source.charCodeAt(at);
      if (code === HASH) {
        while (at < source.length && source.charCodeAt(at) !== LINE_FEED && source.charCodeAt(at) !== RETURN) at++;
      } else if (!isSpace(code)) break;
    }
    return at;
  }

  #readString(from: number): void {
    const source = this.#source;
    let text = '';
    let piece = from;
    let at = from;
    for (; at < source.length; at++) {
      const code = source.charCodeAt(at);
      if (code === QUOTE) {
        this.kind = TokenKind.string;
        this.text = text + source.slice(piece, at);
        this.#at = at + 1;
        return;
      }
      // A backslash takes the next character as it is: \" and \\ are the escapes of the standard.
      if (code === BACKSLASH) {
        text += source.slice(piece, at);
        piece = ++at;
      }
    }
    this.kind = TokenKind.end;
    this.text = 'a string that does not end';
    this.#at = source.length;
  }

  #readWord(from: number): void {
    const source = this.#source;
    let at = from;
    for (; at < source.length; at++) {
      const code = source.charCodeAt(at);
      if (isSpace(code) || code === QUOTE || code === HASH || kindOfBracket(code) !== TokenKind.end) break;
    }
    const text = source.slice(from, at);
    this.text = text;
    this.#at = at;
    if (NUMBER.test(text)) {
      this.kind = TokenKind.number;
      this.value = toNumber(text);
    } else this.kind = TokenKind.word;
  }
}

function isSpace(code: number): boolean {
  return (
    code === SPACE ||
    code === LINE_FEED ||
    code === COMMA ||
    code === TAB ||
    code === RETURN ||
    code === BYTE_ORDER_MARK
  );
}

function kindOfBracket(code: number): TokenKind {
  if (code === OPEN) return TokenKind.open;
  if (code === CLOSE) return TokenKind.close;
  if (code === OPEN_LIST) return TokenKind.openList;
  return code === CLOSE_LIST ? TokenKind.closeList : TokenKind.end;
}

function toNumber(text: string): number {
  const sign = text[0] === '-' || text[0] === '+' ? 1 : 0;
  const second = text[sign + 1];
  // Number() reads hexadecimal digits only without a sign.
  if (second !== 'x' && second !== 'X') return Number(text);
  const value = Number(text.slice(sign));
  return text[0] === '-' ? -value : value;
}
