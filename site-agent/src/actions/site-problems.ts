/** A problem at the site other than its devices'. */
export interface SiteProblem {
  code: string;
  /** Plain language. */
  sentence: string;
  /** The system's own error text, for IT only. */
  cause: string | null;
  /** Whether a person who opens a gate should see it too. */
  atGates: boolean;
}

/** The current problems of the site, by code; notifies a listener of each change. */
export class SiteProblems {
  readonly #problems = new Map<string, SiteProblem>();
  #onChange: () => void = () => undefined;

  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** @param sentence null if the problem is resolved */
  set(code: string, sentence: string | null, { atGates = false, cause = null }: { atGates?: boolean; cause?: string | null } = {}): void {
    const known = this.#problems.get(code);
    if ((known?.sentence ?? null) === sentence && (known?.cause ?? null) === cause) return;
    if (sentence === null) this.#problems.delete(code);
    else this.#problems.set(code, { code, sentence, cause, atGates });
    this.#onChange();
  }

  all(): SiteProblem[] {
    return [...this.#problems.values()];
  }
}
