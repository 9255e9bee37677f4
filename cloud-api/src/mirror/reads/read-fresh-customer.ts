import type { Db } from '../../db/pool.ts';
import { PaymentsUnavailable, type CustomersKind, type PaymentsReader } from '../../ports/payments.ts';
import { currentSnapshotContext, applySnapshots } from '../apply-snapshots.ts';
import type { MirrorParts } from '../mirror-parts.ts';
import { nextRead } from '../snapshots/mirror.store.ts';
import { missingSnapshot, isGone, snapshot, type Snapshot } from '../snapshots/snapshot.ts';

export interface Freshness {
  /** When the provider was last read, in system time. */
  at: Date;
  /** Whether the provider did not respond: the mirror is as old as `at`. */
  stale: boolean;
}

const kinds: readonly CustomersKind[] = ['subscription', 'schedule', 'invoice', 'payment_intent', 'charge'];

/**
 * For `noCache=true`: reads a customer with cards, plans, invoices and charges at the provider, so that the mirror returns the current
 * state; refunds and disputes come by events only. If the provider is down, the mirror is used and its age reported.
 * @returns null for an id unknown to both
 */
export async function readFreshCustomer(parts: MirrorParts, id: string): Promise<Freshness | null> {
  try {
    await readAnew(parts, id);
    return await freshness(parts.db, id, false);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    return freshness(parts.db, id, true);
  }
}

/** `readFreshCustomer` with its dependencies bound, for features. */
export type ReadFreshCustomer = (customer: string) => Promise<Freshness | null>;

export async function freshness(db: Db, id: string, stale: boolean): Promise<Freshness | null> {
  const row = await db.selectFrom('mirror_customer').select('read_at').where('id', '=', id).executeTakeFirst();
  return row ? { at: row.read_at, stale } : null;
}

async function readAnew({ db, payments, ...parts }: MirrorParts, id: string): Promise<void> {
  const readSeq = await nextRead(db);
  const customer = await payments.fetch('customer', id, 'interactive');
  const own = customer ? snapshot('customer', customer, readSeq) : missingSnapshot('customer', id, readSeq);
  const snapshots = isGone(own.object) ? [own] : [own, ...(await belongings(db, payments, id, readSeq))];
  const context = await currentSnapshotContext(parts);
  await db.transaction().execute((tx) => applySnapshots(tx, snapshots, context));
}

async function belongings(db: Db, payments: PaymentsReader, customer: string, readSeq: number): Promise<Snapshot[]> {
  const lists = kinds.map(async (kind) =>
    (await payments.listOf(kind, customer, 'interactive')).map((object) => snapshot(kind, object, readSeq)),
  );
  return (await Promise.all([...lists, cards(db, payments, customer, readSeq)])).flat();
}

/** Reads the cards that the provider lists, and those that the mirror still assigns to the customer. */
async function cards(db: Db, payments: PaymentsReader, customer: string, readSeq: number): Promise<Snapshot[]> {
  const listed = await payments.paymentMethodsOf(customer, 'interactive');
  const held = await db
    .selectFrom('mirror_payment_method')
    .select('id')
    .where('customer', '=', customer)
    .where('deleted_at', 'is', null)
    .execute();
  const missing = held.filter(({ id }) => !listed.some((card) => card.id === id));
  const others = missing.map(async ({ id }) => {
    const card = await payments.fetch('payment_method', id, 'interactive');
    return card ? snapshot('payment_method', card, readSeq) : missingSnapshot('payment_method', id, readSeq);
  });
  return [...listed.map((card) => snapshot('payment_method', card, readSeq)), ...(await Promise.all(others))];
}
