import { memberActMessage, type MemberAct } from '@washdesk/rules/customers/member-messages';
import type { Tx } from '../../../db/pool.ts';
import { queueMessage, type Reach } from '../../../documents/message.ts';
import type { CauseOfJob } from '../../../jobs/job.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import type { DoneOperation } from '../../../operations/operation.ts';
import type { Operations } from '../../../operations/operations.ts';
import { languageOf } from './member-languages.store.ts';
import { isMemberActor } from './member-principal.ts';

/** The operations that members start themselves. */
const actOfKind: Readonly<Record<string, MemberAct>> = {
  'customer.save': 'plate',
  'card.attach': 'card',
  'subscription.change-plan': 'plan',
  'subscription.free-month': 'free-month',
  'subscription.reinstate': 'restart',
};

interface Act {
  customer: string;
  by: CauseOfJob;
  at: Date;
  /** One notice per operation, or per request. */
  of: { operation: string } | { asked: string };
}

/** Notifies a member of what was done in their session, so that another person's act is noticed (docs/rules/members.md#self-service). */
export class MemberNotices {
  readonly #reachRequested: Reach;

  constructor({ operations, reachRequested }: { operations: Operations; reachRequested: Reach }) {
    this.#reachRequested = reachRequested;
    for (const [kind, act] of Object.entries(actOfKind)) operations.whenDone(kind, (tx, done) => this.#announceDone(tx, act, done));
  }

  /** Queues the notice in the transaction of the act. */
  async announce(tx: Tx, act: MemberAct, { customer, by, at, of }: Act): Promise<void> {
    const { customer: person, deleted } = await knownCustomer(tx, customer);
    const reached = deleted ? null : await this.#reachRequested(tx, person);
    if (!reached) return;
    const { subject, text } = memberActMessage((await languageOf(tx, person)) ?? 'en', act);
    await queueMessage(tx, {
      ...reached,
      kind: 'member-act',
      subject,
      text,
      customer,
      receipt: null,
      operation: null,
      asked: null,
      ...('asked' in of ? { asked: `member-act ${act} ${of.asked}` } : of),
      by,
      at,
    });
  }

  async #announceDone(tx: Tx, act: MemberAct, { id, by, customer, body, at }: DoneOperation): Promise<void> {
    if (!isMemberActor(by) || customer === null || isContinuation(body)) return;
    await this.announce(tx, act, { customer, by, at, of: { operation: id } });
  }
}

/** A member who keeps a plan sees that on the page: nothing is charged or started. */
const isContinuation = (body: object): boolean => 'mode' in body && String(body.mode).startsWith('discontinue');
