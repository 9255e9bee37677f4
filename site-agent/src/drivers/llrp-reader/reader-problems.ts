/** An event that a reader reports once, such as lost reads, counts as a problem for this long. */
const momentMs = 60_000;

/** The problems of a connected reader, as sentences. */
export class ReaderProblems {
  readonly #onChange: () => void;
  readonly #texts = new Map<string, string>();
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** All problems in one sentence; undefined if there is none. */
  get text(): string | undefined {
    return this.#texts.size === 0 ? undefined : [...this.#texts.values()].join('; ');
  }

  /** Sets a problem that remains until it is cleared. */
  set(name: string, text: string): void {
    if (this.#texts.get(name) === text) return;
    this.#texts.set(name, text);
    this.#onChange();
  }

  /**
   * Sets a problem that ends by itself a minute after its last occurrence. Its first text remains until then, so that a reader that reports
   * hundreds does not change the health as often.
   */
  setForAMoment(name: string, text: string): void {
    const timer = this.#timers.get(name) ?? setTimeout(() => this.clear(name), momentMs);
    this.#timers.set(name, timer.refresh());
    if (!this.#texts.has(name)) this.set(name, text);
  }

  clear(name: string): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
    if (this.#texts.delete(name)) this.#onChange();
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }
}
