/** Something wrong at the site besides its devices. */
export interface SiteProblem {
  code: string;
  /** In plain words. */
  sentence: string;
  /** The cause as the system tells it, for IT alone. */
  cause: string | null;
  /** Whether whoever opens a gate should read it too. */
  atGates: boolean;
}

/** What is wrong at the site now, by code; a listener hears of each change. */
export class SiteProblems {
  readonly #problems = new Map<string, SiteProblem>();
  #onChange: () => void = () => undefined;

  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** @param sentence null: it is right again */
  set(code: string, sentence: string | null, { atGates, cause = null }: { atGates: boolean; cause?: string | null }): void {
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
