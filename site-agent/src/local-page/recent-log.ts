const mostLines = 300;
const longestLine = 2_000;

/** The newest lines of the log, in memory. */
export class RecentLog {
  #lines: string[] = [];
  #next = 0;

  add(line: string): void {
    this.#lines.push(line.trimEnd().slice(0, longestLine));
    this.#next += 1;
    if (this.#lines.length > mostLines) this.#lines = this.#lines.slice(-mostLines);
  }

  /** Returns the newest lines, oldest first. */
  last(count: number): string[] {
    return this.#lines.slice(-count);
  }

  /** Returns the lines from this number on, as far as they are still known, and the number of the next one. */
  from(number: number): { next: number; lines: string[] } {
    const missing = Math.min(this.#lines.length, Math.max(0, this.#next - number));
    return { next: this.#next, lines: missing === 0 ? [] : this.#lines.slice(-missing) };
  }
}
