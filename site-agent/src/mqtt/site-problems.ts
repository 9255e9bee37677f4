/** Something wrong at the site besides its devices. */
export interface SiteProblem {
  code: string;
  /** For IT. */
  sentence: string;
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
  set(code: string, sentence: string | null, { atGates }: { atGates: boolean }): void {
    if ((this.#problems.get(code)?.sentence ?? null) === sentence) return;
    if (sentence === null) this.#problems.delete(code);
    else this.#problems.set(code, { code, sentence, atGates });
    this.#onChange();
  }

  all(): SiteProblem[] {
    return [...this.#problems.values()];
  }
}
