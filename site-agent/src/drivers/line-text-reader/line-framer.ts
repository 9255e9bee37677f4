/** Longer lines are noise: no reader writes them. */
const maxLineLength = 512;

const lineEnd = /[\r\n\0]/;

/**
 * Splits a reader's bytes into lines, however they arrive. Lines end with CR, LF or NUL (Alien ends its blocks with NUL). Drops empty and
 * overlong lines.
 */
export class LineFramer {
  #rest = '';
  #dropping = false;

  push(chunk: Buffer): string[] {
    const pieces = (this.#rest + chunk.toString('latin1')).split(lineEnd);
    this.#rest = pieces.pop() ?? '';
    const lines = pieces.filter((line) => this.#keeps(line));
    if (this.#rest.length > maxLineLength) {
      this.#rest = '';
      this.#dropping = true;
    }
    return lines;
  }

  /** Returns false for the end of an overlong line, which is not a line of its own. */
  #keeps(line: string): boolean {
    const dropped = this.#dropping;
    this.#dropping = false;
    return !dropped && line !== '' && line.length <= maxLineLength;
  }
}
