import { writeAudit } from '../../../audit/audit.ts';
import type { ProviderCustomer } from '../../../common/provider-objects.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { writeNote } from '../../../documents/note.ts';
import { causeOf, type Attempt, type ClaimedJob } from '../../../jobs/job.ts';
import { defaultCardOf } from '../../../mirror/reads/live-customer.ts';
import { mirrored, mirroredLive } from '../../../mirror/reads/mirrored.ts';
import type { Clock } from '../../../ports/clock.ts';
import { cardRemoved, cardReplaced, chargeFailed, disputeOpened, refundFailed, type LaterChangeReport } from './later-change-reports.ts';
import { cardsOfRunningPlans, recordReport } from './later-changes.store.ts';

type LaterJob = ClaimedJob<'payment.changed-later'>;

/**
 * Records what Stripe reports after an operation has ended (docs/rules/billing.md#what-stripe-reports-later): a note and an audit row. If
 * action is needed, the job fails and so waits for a person.
 */
export function reportLaterChange({ db, clock }: { db: Db; clock: Clock }) {
  return async (job: LaterJob): Promise<Attempt> => {
    const reported = await db.transaction().execute((tx) => report(tx, job, clock.now()));
    if (!reported) return { kind: 'done', result: {} };
    const { words, alert } = reported;
    return alert ? { kind: 'refused', reason: words } : { kind: 'done', result: { note: words } };
  };
}

async function report(tx: Tx, job: LaterJob, at: Date): Promise<LaterChangeReport | null> {
  const { key, payload, customer } = job;
  const person = customer === null ? null : await mirroredLive(tx, 'customer', customer);
  const reported = await wordsOf(tx, payload, person);
  if (!reported || !(await recordReport(tx, key, at))) return reported;
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
  { about, id, was }: LaterJob['payload'],
  person: ProviderCustomer | null,
): Promise<LaterChangeReport | null> {
  const name = was ?? 'on file';
  switch (about) {
    case 'refund-failed':
      return from(await mirrored(tx, 'refund', id), refundFailed);
    case 'dispute-opened':
      return from(await mirrored(tx, 'dispute', id), disputeOpened);
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

/** Whether a running plan has no card to charge, or only the removed one. */
async function lacksCard(tx: Tx, customer: string, removed: string, fallback: string | null): Promise<boolean> {
  const cards = await cardsOfRunningPlans(tx, customer);
  return cards.some((card) => [null, removed].includes(card ?? fallback));
}
