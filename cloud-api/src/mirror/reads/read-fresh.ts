import type { ProviderKind, ProviderObjects } from '../../common/provider-objects.ts';
import { PaymentsUnavailable } from '../../ports/payments.ts';
import { currentSnapshotContext, applySnapshots } from '../apply-snapshots.ts';
import type { MirrorParts } from '../mirror-parts.ts';
import { nextRead } from '../snapshots/mirror.store.ts';
import { missingSnapshot, snapshot } from '../snapshots/snapshot.ts';

/**
 * Reads one object at the provider again. Returns null if there is none, and `stale` if the provider does not respond and the mirror's
 * object is used.
 */
export type ReadFresh = <K extends ProviderKind>(kind: K, id: string) => Promise<ProviderObjects[K] | null | 'stale'>;

/** Implements `noCache=true`. An object unknown to the provider is marked deleted in the mirror. */
export function createReadFresh({ db, payments, ...parts }: MirrorParts): ReadFresh {
  return async (kind, id) => {
    try {
      const readSeq = await nextRead(db);
      const object = await payments.fetch(kind, id, 'interactive');
      const seen = object ? snapshot(kind, object, readSeq) : missingSnapshot(kind, id, readSeq);
      const context = await currentSnapshotContext(parts);
      await db.transaction().execute((tx) => applySnapshots(tx, [seen], context));
      return object;
    } catch (error) {
      if (error instanceof PaymentsUnavailable) return 'stale';
      throw error;
    }
  };
}

/** Reads a subscription with all objects that its response shows. If the provider is unavailable, the mirror is used. */
export async function readFreshSubscription(readFresh: ReadFresh, id: string): Promise<void> {
  const seen = await readFresh('subscription', id);
  if (seen === null || seen === 'stale') return;
  await readFresh('customer', seen.customer);
  if (seen.schedule) await readFresh('schedule', seen.schedule);
  if (seen.latest_invoice) await readFresh('invoice', seen.latest_invoice);
}
