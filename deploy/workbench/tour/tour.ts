import { partsOf, tourSteps, type TourFacts, type TourValues } from './tour-steps.ts';

/** From where the tour counts. */
export interface TourStart {
  /** The last row of the audit log. */
  readonly audited: number;
  /** The company's time. */
  readonly at: Date;
}

export interface TourOptions {
  readonly values: TourValues;
  /** @throws Error if the company's database or clock does not respond */
  readonly begin: () => Promise<TourStart>;
  readonly factsSince: (start: TourStart) => Promise<TourFacts>;
  readonly now?: () => number;
}

export interface TourView {
  readonly seconds: number;
  /** Whether every step is done; the time then stands still. */
  readonly isDone: boolean;
  readonly steps: readonly {
    readonly title: string;
    readonly state: 'done' | 'now' | 'later';
    readonly sentences: readonly ReturnType<typeof partsOf>[];
    readonly learned: string;
  }[];
}

/** The guided tour of a new cashier, one at a time. Its steps are noticed in the company's database, in any order and by any person. */
export class Tour {
  readonly #options: TourOptions;
  readonly #now: () => number;
  #run: { start: TourStart; began: number; done: Set<number>; ended: number | null } | null = null;

  constructor(options: TourOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => Date.now());
  }

  async start(): Promise<void> {
    const start = await this.#options.begin();
    this.#run = { start, began: this.#now(), done: new Set(), ended: null };
  }

  stop(): void {
    this.#run = null;
  }

  /** Leaves the current step out. */
  skip(): void {
    const at = tourSteps.findIndex((_step, index) => this.#run?.done.has(index) === false);
    if (at >= 0) this.#run?.done.add(at);
  }

  /** Returns null without a tour. A step that is done stays done. */
  async view(): Promise<TourView | null> {
    const run = this.#run;
    if (!run) return null;
    if (run.ended === null) {
      const facts = await this.#options.factsSince(run.start);
      for (const [index, step] of tourSteps.entries()) if (step.isDone(facts)) run.done.add(index);
      if (run.done.size === tourSteps.length) run.ended = this.#now();
    }
    const current = tourSteps.findIndex((_step, index) => !run.done.has(index));
    const stateOf = (index: number) => (run.done.has(index) ? 'done' : index === current ? 'now' : 'later');
    return {
      seconds: Math.floor(((run.ended ?? this.#now()) - run.began) / 1_000),
      isDone: run.ended !== null,
      steps: tourSteps.map(({ title, sentences, learned }, index) => ({
        title,
        state: stateOf(index),
        sentences: sentences.map((sentence) => partsOf(sentence, this.#options.values)),
        learned,
      })),
    };
  }
}
