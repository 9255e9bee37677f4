import type { ProviderKind, ProviderObjects } from '../common/provider-objects.ts';
import type { Db } from '../db/pool.ts';
import { nextRead, overtakenSnapshots } from '../mirror/snapshots/mirror.store.ts';
import type { Snapshot } from '../mirror/snapshots/snapshot.ts';
import type { Clock } from '../ports/clock.ts';
import { PaymentsUnavailable, type Payments, type Step } from '../ports/payments.ts';
import { nextAttempt } from './operation.store.ts';
import type { OperationActor, OperationRow, Outcome } from './operation.ts';
import { storedActor } from './stored-actor.ts';

/** The provider may delete keys after 24 h, so an older operation looks for what a step created before it repeats the step. */
const keysLastMs = 23 * 3_600_000;

/** How far the provider's clock may be behind the company's. */
const clockLagMs = 600_000;

interface Parts {
  db: Db;
  payments: Payments;
  clock: Clock;
}

/** One run of an operation. Makes every change at the provider and collects every object the provider returns, for the mirror. */
export class OperationRun<F> {
  readonly id: string;
  readonly by: OperationActor;
  readonly facts: F;
  readonly payments: Payments;
  /** Epoch seconds, company time: nothing that this operation created at the provider is older. */
  readonly since: number;
  readonly snapshots: Snapshot[] = [];
  readonly #db: Db;
  readonly #row: OperationRow;

  constructor({ db, payments, clock }: Parts, row: OperationRow, facts: F) {
    this.since = Math.floor((clock.now().getTime() - row.ageMs - clockLagMs) / 1_000);
    this.id = row.id;
    this.by = storedActor(row.by);
    this.facts = facts;
    this.payments = payments;
    this.#db = db;
    this.#row = row;
  }

  /**
   * Makes a change that returns an object.
   * @param found finds at the provider what an earlier run of this step created, if its key no longer returns it (it may be missing in the
   * mirror); not needed if repeating the step is harmless
   */
  async write<K extends ProviderKind>(
    kind: K,
    step: string,
    call: (step: Step) => Promise<ProviderObjects[K]>,
    found?: () => Promise<ProviderObjects[K] | null>,
  ): Promise<ProviderObjects[K]> {
    const readSeq = await nextRead(this.#db);
    const object = await this.#once(step, call, found);
    // when an operation runs again the provider may repeat an old response, so the current object is read
    if (this.#row.runs > 1) await this.read(kind, object.id);
    else this.#keep(kind, object, readSeq);
    return object;
  }

  /** Makes a change that returns nothing for the mirror. @param found as in `write` */
  do<T>(step: string, call: (step: Step) => Promise<T>, found?: () => Promise<T | null>): Promise<T> {
    return this.#once(step, call, found);
  }

  /** Reads the object at the provider and stores it in the mirror too. */
  async read<K extends ProviderKind>(kind: K, id: string): Promise<ProviderObjects[K] | null> {
    const readSeq = await nextRead(this.#db);
    const object = await this.payments.fetch(kind, id, 'interactive');
    if (object) this.#keep(kind, object, readSeq);
    return object;
  }

  /**
   * Reads objects again that others read while this operation changed them: whether they read before or after the change is unknown. If the
   * provider does not respond, its event brings the change.
   */
  async readOvertaken(): Promise<void> {
    for (const { kind, object } of await overtakenSnapshots(this.#db, this.snapshots)) {
      try {
        await this.read(kind, object.id);
      } catch (error) {
        if (!(error instanceof PaymentsUnavailable)) throw error;
      }
    }
  }

  async #once<T>(name: string, call: (step: Step) => Promise<T>, found: (() => Promise<T | null>) | undefined): Promise<T> {
    const old = this.#row.ageMs > keysLastMs;
    const earlier = old && found ? await found() : null;
    if (earlier) return earlier;
    try {
      return await call(this.#step(name));
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable) || !error.kept) throw error;
      const made = found ? await found() : null;
      if (made) return made;
      this.#row.attempts = await nextAttempt(this.#db, this.id, name, this.#attempt(name));
      return call(this.#step(name));
    }
  }

  #step(name: string): Step {
    return { operation: this.id, step: name, attempt: this.#attempt(name) };
  }

  #attempt(name: string): number {
    return this.#row.attempts[name] ?? 1;
  }

  #keep<K extends ProviderKind>(kind: K, object: ProviderObjects[K], readSeq: number): void {
    this.snapshots.push({ kind, object, readSeq } as Snapshot);
  }
}

/**
 * Executes an operation from its facts alone. It may run again after a crash, with the same keys, so every input to a decision must be in
 * the facts. A thrown 4xx Failure, a declined card or a rejection by the provider ends the operation permanently.
 */
export type Execute<F, A extends object = Record<string, unknown>> = (run: OperationRun<F>) => Promise<Outcome<A>>;
