import type { ProviderKind, ProviderObjects } from '../../db/provider-objects.ts';
import { PaymentsUnavailable } from '../../ports/payments.ts';
import { contextNow, learn } from '../snapshots/learn.ts';
import { nextRead } from '../snapshots/mirror.store.ts';
import type { MirrorParts } from '../parts.ts';
import { goneReading, reading } from '../snapshots/reading.ts';

/** Reads one object at the provider again. Null where there is none, `stale` when the provider does not answer: the mirror is all there is then. */
export type LookAgain = <K extends ProviderKind>(kind: K, id: string) => Promise<ProviderObjects[K] | null | 'stale'>;

/** What `noCache=true` asks for. An object that the provider does not know leaves the mirror as deleted. */
export function lookAgainIn({ db, payments, ...parts }: MirrorParts): LookAgain {
  return async (kind, id) => {
    try {
      const readSeq = await nextRead(db);
      const object = await payments.fetch(kind, id, 'interactive');
      const seen = object ? reading(kind, object, readSeq) : goneReading(kind, id, readSeq);
      const context = await contextNow(parts);
      await db.transaction().execute((tx) => learn(tx, [seen], context));
      return object;
    } catch (error) {
      if (error instanceof PaymentsUnavailable) return 'stale';
      throw error;
    }
  };
}
