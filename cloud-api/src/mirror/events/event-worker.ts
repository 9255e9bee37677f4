import type { Logger } from 'pino';
import { WorkLoop } from '../../common/work-loop.ts';
import { backoffMs } from '../../jobs/backoff.ts';
import { currentSnapshotContext, applySnapshots } from '../apply-snapshots.ts';
import type { MirrorParts } from '../mirror-parts.ts';
import { readSnapshots } from '../reads/read-snapshots.ts';
import { nextRead, overtakenSnapshots } from '../snapshots/mirror.store.ts';
import type { Snapshot } from '../snapshots/snapshot.ts';
import { claimEvents, markProcessed, postponeEvents, requeueEvents, type ClaimedEvent } from './provider-event.store.ts';

const objectsAtOnce = 32;
const lookEveryMs = 1_000;

interface Parts extends MirrorParts {
  log: Logger;
  /** Called after a commit that may have added jobs. */
  jobsAdded: () => void;
}

/** All claimed events of one object, and the snapshots read because of them. */
interface Subject {
  events: ClaimedEvent[];
  snapshots: Snapshot[];
}

const idsOf = (subjects: readonly Subject[]): string[] => subjects.flatMap(({ events }) => events.map(({ id }) => id));

const nameOf = ({ kind, object }: Snapshot): string => `${kind} ${object.id}`;

/**
 * Processes the provider's events: each object is read once, however many events name it, and its state is stored in the mirror. Order,
 * number and content of the events do not matter. Several workers may run.
 */
export class EventWorker {
  readonly #parts: Parts;
  readonly #loop: WorkLoop;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#loop = new WorkLoop({
      round: () => this.round(),
      everyMs: lookEveryMs,
      onTrouble: (error) => parts.log.warn({ err: error }, 'Cannot process provider events, retrying'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Runs now and not at the next round, because an event arrived. */
  poke(): void {
    this.#loop.poke();
  }

  /** @returns how many events were processed */
  async round(): Promise<number> {
    const { db } = this.#parts;
    const claimed = await claimEvents(db, objectsAtOnce);
    if (claimed.length === 0) return 0;
    // one sequence for the whole round: all these events arrived before it, so a later read includes their changes
    const readSeq = await nextRead(db);
    const bySubject = Map.groupBy(claimed, ({ kind, object_id }) => `${kind} ${object_id}`);
    const read = await Promise.all([...bySubject.values()].map((events) => this.#read(events, readSeq)));
    await this.#take(read.flatMap((subject) => subject ?? []));
    return claimed.length;
  }

  async #read(events: ClaimedEvent[], readSeq: number): Promise<Subject | null> {
    const [{ kind, object_id }] = events as [ClaimedEvent];
    try {
      return { events, snapshots: await readSnapshots(this.#parts, kind, object_id, readSeq) };
    } catch (error) {
      await this.#putOff(events, error);
      return null;
    }
  }

  /**
   * Applies all snapshots at once. If that fails, applies those of each object separately, so that one that cannot be stored does not block
   * the others.
   */
  async #take(subjects: readonly Subject[]): Promise<void> {
    if (subjects.length === 0) return;
    const { db, jobsAdded } = this.#parts;
    const context = await currentSnapshotContext(this.#parts);
    try {
      await db.transaction().execute(async (tx) => {
        const snapshots = subjects.flatMap((subject) => subject.snapshots);
        await applySnapshots(tx, snapshots, context);
        // an operation stored its change meanwhile: whether this read was before or after it is unknown, so it is repeated
        const late = new Set((await overtakenSnapshots(tx, snapshots)).map(nameOf));
        const again = subjects.filter((subject) => subject.snapshots.some((one) => late.has(nameOf(one))));
        await markProcessed(tx, idsOf(subjects.filter((subject) => !again.includes(subject))));
        await requeueEvents(tx, idsOf(again));
      });
    } catch (error) {
      const [only, ...others] = subjects;
      if (only && others.length === 0) return this.#putOff(only.events, error);
      for (const subject of subjects) await this.#take([subject]);
    }
    jobsAdded();
  }

  async #putOff(events: readonly ClaimedEvent[], error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    const attempts = Math.max(...events.map((event) => event.attempts));
    this.#parts.log.warn({ err: error, events: events.length }, 'Provider event postponed');
    await postponeEvents(
      this.#parts.db,
      events.map(({ id }) => id),
      reason,
      backoffMs(attempts),
    );
  }
}
