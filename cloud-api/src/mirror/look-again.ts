import type { Db } from '../db/pool.ts';
import type { ProviderKind, ProviderObjects } from '../db/provider-objects.ts';
import type { Clock } from '../ports/clock.ts';
import { PaymentsUnavailable, type PaymentsReading } from '../ports/payments.ts';
import { learn } from './learn.ts';
import { nextRead } from './mirror.store.ts';
import { goneReading, reading } from './reading.ts';

interface Parts {
  db: Db;
  payments: PaymentsReading;
  clock: Clock;
  /** Days that a good status outlives its period. */
  goodDays: () => Promise<number>;
}

/** Reads one object at the provider again. Null where there is none, `stale` when the provider does not answer: the mirror is all there is then. */
export type LookAgain = <K extends ProviderKind>(kind: K, id: string) => Promise<ProviderObjects[K] | null | 'stale'>;

/** What `noCache=true` asks for. An object that the provider does not know leaves the mirror as deleted. */
export function lookAgainIn({ db, payments, clock, goodDays }: Parts): LookAgain {
  return async (kind, id) => {
    try {
      const readSeq = await nextRead(db);
      const object = await payments.fetch(kind, id, 'interactive');
      const seen = object ? reading(kind, object, readSeq) : goneReading(kind, id, readSeq);
      const context = { now: clock.now(), goodDays: await goodDays() };
      await db.transaction().execute((tx) => learn(tx, [seen], context));
      return object;
    } catch (error) {
      if (error instanceof PaymentsUnavailable) return 'stale';
      throw error;
    }
  };
}
