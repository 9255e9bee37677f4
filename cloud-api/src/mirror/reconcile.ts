import type { Logger } from 'pino';
import type { Db } from '../db/pool.ts';
import { countSharedCodes } from './codes.store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Payments } from '../ports/payments.ts';
import { customersNotListed, markDeleted, nextRead, storeCards, storeObjects } from './mirror.store.ts';
import type { ProviderKind } from '../db/provider-objects.ts';
import { projectCustomers } from './project.ts';

export interface ReconcileReport {
  listed: Record<ProviderKind, number>;
  deleted: number;
  /** Codes that more than one customer bears. */
  sharedCodes: number;
  seconds: number;
}

interface Parts {
  db: Db;
  payments: Payments;
  clock: Clock;
  log: Logger;
  /** Days that a good status outlives its period (setting `goodDaysAfterPeriodEnd`). */
  goodDays: number;
}

const projectAtOnce = 200;

async function listInto({ db, payments }: Parts, kind: ProviderKind): Promise<number> {
  let readSeq = 0;
  let count = 0;
  const pages = payments.list(kind, async () => {
    readSeq = await nextRead(db);
  });
  for await (const page of pages) {
    await db.transaction().execute(async (tx) => {
      await storeObjects(tx, kind, page, readSeq);
      if (kind === 'customer') await storeCards(tx, page, readSeq);
    });
    count += page.length;
  }
  return count;
}

/** A listing leaves deleted customers out: each one it did not contain is asked for by itself. */
async function followMissing(parts: Parts, listedFrom: number): Promise<number> {
  const missing = await customersNotListed(parts.db, listedFrom);
  let deleted = 0;
  for (const id of missing) {
    const readSeq = await nextRead(parts.db);
    const found = await parts.payments.customer(id);
    const gone = !found || found.deleted === true;
    await parts.db.transaction().execute(async (tx) => {
      if (gone) return markDeleted(tx, id, readSeq, parts.clock.now());
      await storeObjects(tx, 'customer', [found], readSeq);
      return storeCards(tx, [found], readSeq);
    });
    if (gone) deleted += 1;
  }
  return deleted;
}

async function projectAll({ db, clock, goodDays }: Parts): Promise<void> {
  const all = await db.selectFrom('mirror_customer').select('id').orderBy('id').execute();
  for (let from = 0; from < all.length; from += projectAtOnce) {
    const ids = all.slice(from, from + projectAtOnce).map((row) => row.id);
    await db.transaction().execute((tx) => projectCustomers(tx, ids, clock.now(), goodDays));
  }
}

/**
 * Lists everything at the provider into the mirror and renews what follows from it. May run beside the live system at any
 * time: older reads never overwrite newer ones, and the roster only changes where something changed.
 */
export async function reconcile(parts: Parts): Promise<ReconcileReport> {
  const began = performance.now();
  const listedFrom = await nextRead(parts.db);
  const listed = {
    location: await listInto(parts, 'location'),
    product: await listInto(parts, 'product'),
    price: await listInto(parts, 'price'),
    customer: await listInto(parts, 'customer'),
    subscription: await listInto(parts, 'subscription'),
    schedule: await listInto(parts, 'schedule'),
  };
  const deleted = await followMissing(parts, listedFrom);
  await projectAll(parts);
  const report = {
    listed,
    deleted,
    sharedCodes: await countSharedCodes(parts.db),
    seconds: Math.round((performance.now() - began) / 100) / 10,
  };
  parts.log.info(report, 'the mirror stands as the provider does');
  return report;
}
