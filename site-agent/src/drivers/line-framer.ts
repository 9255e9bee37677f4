const lineEnd = /[\r\n\0]/;

/**
 * Splits a device's bytes into lines, however they arrive. Lines end with CR, LF or NUL (Alien ends its blocks with NUL). Drops empty and
 * overlong lines.
 */
export class LineFramer {
  readonly #maxLength: number;
  #rest = '';
  #dropping = false;

  /** @param maxLength longer lines are noise: no device writes them */
  constructor(maxLength = 512) {
    this.#maxLength = maxLength;
  }

  push(chunk: Buffer): string[] {
    const pieces = (this.#rest + chunk.toString('latin1')).split(lineEnd);
    this.#rest = pieces.pop() ?? '';
    const lines = pieces.filter((line) => this.#keeps(line));
    if (this.#rest.length > this.#maxLength) {
      this.#rest = '';
      this.#dropping = true;
    }
    return lines;
  }

  /** Returns false for the end of an overlong line, which is not a line of its own. */
  #keeps(line: string): boolean {
    const dropped = this.#dropping;
    this.#dropping = false;
    return !dropped && line !== '' && line.length <= this.#maxLength;
  }
}
