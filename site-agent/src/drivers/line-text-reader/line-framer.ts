/** Longer lines are noise on the connection: no reader writes them. */
const maxLineLength = 512;

const lineEnd = /[\r\n\0]/;

/**
 * Cuts a reader's bytes into lines, however they were cut or joined on the way. Lines end with any of CR, LF and NUL (Alien ends its blocks
 * so); empty ones are left out, overlong ones dropped whole.
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

  /** Drops the end of a line that was too long to hold, because it is not a line of its own. */
  #keeps(line: string): boolean {
    const dropped = this.#dropping;
    this.#dropping = false;
    return !dropped && line !== '' && line.length <= maxLineLength;
  }
}
