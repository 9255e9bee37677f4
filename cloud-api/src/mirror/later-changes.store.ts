import { sql } from 'kysely';
import { awaitsFirstPayment, isMember } from '@washdesk/rules/plans/statuses';
import type { ProviderSubscription } from '../common/provider-objects.ts';
import type { Tx } from '../db/pool.ts';
import { enqueue } from '../jobs/job.store.ts';
import type { CauseOfJob } from '../jobs/job.ts';
import type { ProviderAlarm, ProviderEvent } from '../ports/payment-events.ts';
import { laterChangeOf, type LaterChange } from './later-changes.ts';
import type { Change } from './snapshots/mirror.store.ts';

const deadlineDays = 7;

/** Enqueues a job for each change that a person has to see, in the transaction that stores the change. */
export async function enqueueLaterChanges(tx: Tx, changes: readonly Change[], now: Date): Promise<void> {
  for (const one of changes) {
    const later = laterChangeOf(one, now);
    if (!later || (await isOurOwn(tx, later))) continue;
    const { key, payload } = later;
    const customer = later.charge === null ? later.customer : await payerOf(tx, later.charge);
    await enqueue(tx, {
      what: 'payment.changed-later',
      key,
      site: null,
      customer,
      payload,
      by: await eventAbout(tx, one),
      deadlineDays,
      created: now,
    });
  }
}

/** Enqueues the job for an event that asks a person to act. Its charge may arrive later, so the job finds the customer itself. */
export async function enqueueAlarm(tx: Tx, event: ProviderEvent, { about, id, detail, settled }: ProviderAlarm, now: Date): Promise<void> {
  await enqueue(tx, {
    what: 'payment.changed-later',
    key: `${about}:${event.id}`,
    site: null,
    customer: event.customer,
    payload: { about, id, was: null, detail, settled },
    by: { requestId: `webhook:${event.id}` },
    deadlineDays,
    created: now,
  });
}

/** Returns the event that reports the change; none if a read or one of our operations found it. */
async function eventAbout(tx: Tx, { kind, snapshot }: Change): Promise<CauseOfJob | undefined> {
  const told = tx.selectFrom('provider_event').select('id').where('kind', '=', kind).where('object_id', '=', snapshot.object.id);
  const event = await told.where('worked', 'is', null).orderBy('created', 'desc').limit(1).executeTakeFirst();
  return event && { requestId: `webhook:${event.id}` };
}

async function payerOf(tx: Tx, charge: string): Promise<string | null> {
  const row = await tx.selectFrom('mirror_charge').select('customer').where('id', '=', charge).executeTakeFirst();
  return row?.customer ?? null;
}

/**
 * For plans that were waiting for their first payment and are now active: whatever follows a sign-up must exist, no matter who paid. The
 * job waits a minute, so that a call of Washdesk that paid can write it first.
 */
export async function enqueueBegunPlans(tx: Tx, changes: readonly Change[], now: Date): Promise<void> {
  for (const one of changes) {
    if (one.kind !== 'subscription') continue;
    const { id, customer, status } = one.snapshot.object as ProviderSubscription;
    const before = one.before as ProviderSubscription | null;
    if (!before || !awaitsFirstPayment(before.status) || !isMember(status)) continue;
    const job = { what: 'plan.begun', key: id, site: null, customer, payload: {} } as const;
    await enqueue(tx, { ...job, by: await eventAbout(tx, one), deadlineDays, dueInSeconds: 60, created: now });
  }
}

/** Minutes that the provider's event may be late after our operation has removed a card. */
const ownMinutes = 10;

/** Whether one of our operations removes this card from its customer, alone or with the customer. */
async function isOurOwn(tx: Tx, { customer, payload }: LaterChange): Promise<boolean> {
  if (payload.about !== 'card-removed') return false;
  const { rows } = await sql`
    select 1 from operation
    where customer = ${customer} and detaches_cards and (state = 'started' or settled > now() - make_interval(mins => ${ownMinutes})) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}
