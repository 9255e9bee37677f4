import { writeAudit } from '../../../audit/audit.ts';
import type { ProviderCustomer } from '../../../common/provider-objects.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { writeNote } from '../../../documents/note.ts';
import { causeOf, type Attempt, type ClaimedJob } from '../../../jobs/job.ts';
import { defaultCardOf } from '../../../mirror/reads/live-customer.ts';
import { mirrored, mirroredLive } from '../../../mirror/reads/mirrored.ts';
import type { Clock } from '../../../ports/clock.ts';
import {
  cardRemoved,
  cardReplaced,
  chargeFailed,
  disputeChanged,
  disputeOpened,
  fraudWarned,
  invoiceNotFinalized,
  payoutFailed,
  refundFailed,
  reviewOpened,
  type LaterChangeReport,
} from './later-change-reports.ts';
import { cardsOfRunningPlans, recordReport } from './later-changes.store.ts';

type LaterJob = ClaimedJob<'payment.changed-later'>;

/**
 * Records what Stripe reports after an operation has ended (docs/rules/billing.md#what-stripe-reports-later): a note and an audit row. If
 * action is needed, the job fails and so waits for a person.
 */
export function reportLaterChange({ db, clock }: { db: Db; clock: Clock }) {
  return async (job: LaterJob): Promise<Attempt> => {
    const reported = await db.transaction().execute((tx) => report(tx, job, clock.now()));
    if (reported === 'not-mirrored') return { kind: 'later', reason: 'Stripe’s object isn’t read yet' };
    if (!reported) return { kind: 'done', result: {} };
    const { words, alert } = reported;
    return alert ? { kind: 'refused', reason: words } : { kind: 'done', result: { note: words } };
  };
}

async function report(tx: Tx, job: LaterJob, at: Date): Promise<LaterChangeReport | 'not-mirrored' | null> {
  const { key, payload } = job;
  const customer = job.customer ?? (await payerOf(tx, job));
  const person = customer === null ? null : await mirroredLive(tx, 'customer', customer);
  const reported = await wordsOf(tx, payload, person);
  if (!reported || reported === 'not-mirrored' || !(await recordReport(tx, key, at))) return reported;
  await writeAudit(tx, {
    ...causeOf(job),
    actor: 'stripe',
    action: reported.action,
    subject: reported.subject,
    after: { job: key, customer, words: reported.words },
    at,
  });
  if (person)
    await writeNote(tx, { customer: person.id, note: reported.words, attention: reported.alert, agent: 'Stripe', operation: null, at });
  return reported;
}

/** @returns null if the report is obsolete: the card's customer is deleted */
async function wordsOf(
  tx: Tx,
  { about, id, was, detail = null, settled = false }: LaterJob['payload'],
  person: ProviderCustomer | null,
): Promise<LaterChangeReport | 'not-mirrored' | null> {
  const name = was ?? 'on file';
  const alarm = { detail, settled };
  switch (about) {
    case 'refund-failed':
      return from(await mirrored(tx, 'refund', id), refundFailed);
    case 'dispute-opened':
      return from(await mirrored(tx, 'dispute', id), disputeOpened);
    case 'dispute-changed':
      return from(await mirrored(tx, 'dispute', id), disputeChanged);
    case 'fraud-warning':
      return orLater(await mirrored(tx, 'charge', id), (charge) => fraudWarned(charge, alarm));
    case 'review-opened':
      return orLater(await mirrored(tx, 'charge', id), (charge) => reviewOpened(charge, alarm));
    case 'invoice-not-finalized':
      return orLater(await mirrored(tx, 'invoice', id), (invoice) => invoiceNotFinalized(invoice, alarm));
    case 'payout-failed':
      return payoutFailed(id, alarm);
    case 'charge-failed':
      return from(await mirrored(tx, 'charge', id), (charge) => chargeFailed(charge, was));
    case 'card-removed':
      return person && cardRemoved(id, name, await lacksCard(tx, person.id, id, defaultCardOf(person)));
    case 'card-replaced':
      return person && from(await mirrored(tx, 'payment_method', id), (card) => cardReplaced(card, name));
    default:
      return about satisfies never;
  }
}

const from = <O>(object: O | null, words: (object: O) => LaterChangeReport): LaterChangeReport | null => object && words(object);

/** The event of an alarm may arrive before its object is mirrored. */
const orLater = <O>(object: O | null, words: (object: O) => LaterChangeReport): LaterChangeReport | 'not-mirrored' =>
  object ? words(object) : 'not-mirrored';

const ofCharges: readonly LaterJob['payload']['about'][] = ['fraud-warning', 'review-opened'];

/** Finds the customer of an alarm about a charge, and stores it in the job for the lists of work. */
async function payerOf(tx: Tx, { id, payload }: LaterJob): Promise<string | null> {
  const customer = ofCharges.includes(payload.about) ? ((await mirrored(tx, 'charge', payload.id))?.customer ?? null) : null;
  if (customer !== null) await tx.updateTable('job').set({ customer }).where('id', '=', id).execute();
  return customer;
}

/** Whether a running plan has no card to charge, or only the removed one. */
async function lacksCard(tx: Tx, customer: string, removed: string, fallback: string | null): Promise<boolean> {
  const cards = await cardsOfRunningPlans(tx, customer);
  return cards.some((card) => [null, removed].includes(card ?? fallback));
}
