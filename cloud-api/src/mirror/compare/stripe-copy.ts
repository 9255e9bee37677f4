import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../common/failure.ts';
import type { ProviderKind } from '../../common/provider-objects.ts';
import { PaymentsUnavailable, type PaymentsReader } from '../../ports/payments.ts';
import { applySnapshots, currentSnapshotContext } from '../apply-snapshots.ts';
import type { MirrorParts } from '../mirror-parts.ts';
import { defaultCardOf } from '../reads/live-customer.ts';
import { mirroredRow } from '../reads/mirrored.ts';
import { readFreshCustomer } from '../reads/read-fresh-customer.ts';
import { nextRead } from '../snapshots/mirror.store.ts';
import { missingSnapshot, snapshot, type Snapshot } from '../snapshots/snapshot.ts';
import { compareWithStripe } from './compare-with-stripe.ts';
import type { ComparedCopy, ComparedDifference, RepairRecord } from './compared-copy.ts';
import { paymentScreens } from './payment-screens.ts';
import { stripeScreens } from './stripe-screens.ts';

interface Parts extends MirrorParts {
  /** The same provider with calls that wait for all others. */
  backgroundPayments: PaymentsReader;
  jobsAdded: () => void;
}

/** An object of the mirror; null if it is not there, or deleted at the provider. */
interface StoredObject {
  kind: ProviderKind;
  id: string;
  object: object | null;
}

/** The mirror against Stripe. A repair reads objects at Stripe again and never writes there. */
export function stripeCopy({ backgroundPayments, jobsAdded, ...parts }: Parts): ComparedCopy {
  const { db, payments } = parts;
  const reader = { db, payments: backgroundPayments };

  const stored = async ({ kind, id }: Pick<StoredObject, 'kind' | 'id'>): Promise<StoredObject> => {
    const row = await mirroredRow(db, kind, id);
    return { kind, id, object: row && !row.deleted ? row.object : null };
  };

  async function apply(snapshots: readonly Snapshot[]): Promise<void> {
    const context = await currentSnapshotContext(parts);
    await db.transaction().execute((tx) => applySnapshots(tx, snapshots, context));
    jobsAdded();
  }

  async function readAgain(objects: readonly StoredObject[]): Promise<void> {
    const readSeq = await nextRead(db);
    const read = objects.map(async ({ kind, id }) => {
      const object = await payments.fetch(kind, id, 'interactive');
      return object ? snapshot(kind, object, readSeq) : missingSnapshot(kind, id, readSeq);
    });
    await apply(await Promise.all(read));
  }

  return {
    screens: [...stripeScreens(reader), ...paymentScreens({ ...reader, clock: parts.clock })],

    compare: async ({ customer }) => {
      try {
        return await compareWithStripe(reader, customer);
      } catch (error) {
        if (error instanceof PaymentsUnavailable) return { kind: 'unavailable', reason: 'Stripe does not respond' };
        throw error;
      }
    },

    before: async (difference) => Promise.all((await concerned(parts, difference)).map(stored)),

    async repair(difference) {
      const objects = await concerned(parts, difference);
      if (difference.kind === 'customer-missing') {
        await readFreshCustomer(parts, difference.customer);
        jobsAdded();
      } else await readAgain(await Promise.all(objects.map(stored)));
      return Promise.all(objects.map(stored));
    },

    async undo(_difference, { before, after }: RepairRecord) {
      const [wanted, left] = [before as StoredObject[], after as StoredObject[]];
      const now = await Promise.all(left.map(stored));
      if (!isDeepStrictEqual(JSON.parse(JSON.stringify(now)), left))
        throw new Failure(409, 'changed_since', 'Washdesk’s copy has changed since the repair. It stays as it is');
      const readSeq = await nextRead(db);
      await apply(
        wanted.map(({ kind, id, object }) => (object ? snapshot(kind, object as never, readSeq) : missingSnapshot(kind, id, readSeq))),
      );
    },
  };
}

/** Returns the objects that a difference is about. */
async function concerned(
  { db, payments }: Pick<MirrorParts, 'db' | 'payments'>,
  { kind, about, customer }: ComparedDifference,
): Promise<Pick<StoredObject, 'kind' | 'id'>[]> {
  if (kind.startsWith('plan-')) return [{ kind: 'subscription', id: about }];
  if (kind.startsWith('invoice-')) return [{ kind: 'invoice', id: about }];
  if (kind.startsWith('refund-')) {
    const refund = (await payments.fetch('refund', about, 'interactive')) ?? (await mirroredRow(db, 'refund', about))?.object;
    const charge = refund?.charge ?? null;
    // the charge has the sum of its refunds
    return [...(charge === null ? [] : [{ kind: 'charge' as const, id: charge }]), { kind: 'refund', id: about }];
  }
  const own = { kind: 'customer', id: customer } as const;
  if (kind !== 'card-mirror') return [own];
  const sides = [await payments.fetch('customer', customer, 'interactive'), (await mirroredRow(db, 'customer', customer))?.object];
  const cards = sides.flatMap((side) => (side ? (defaultCardOf(side) ?? []) : []));
  return [own, ...[...new Set(cards)].map((id) => ({ kind: 'payment_method' as const, id }))];
}
