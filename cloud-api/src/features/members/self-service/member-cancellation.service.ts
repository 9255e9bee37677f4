import { randomInt, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { reactivateMemberPlan, type cancelMemberPlan } from '@washdesk/contracts/members/member-plan';
import { cancellationMessage } from '@washdesk/rules/customers/member-messages';
import { epochSeconds } from '@washdesk/rules/dates/dates';
import { cancellationReasons, type CancellationReason } from '@washdesk/rules/plans/self-service';
import type { MemberLanguage } from '@washdesk/rules/text/languages';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { ownScope, type Principal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { queueMessage, type Reach } from '../../../documents/message.ts';
import { writeNote } from '../../../documents/note.ts';
import { attemptFromError } from '../../../jobs/attempt-from-error.ts';
import { enqueue } from '../../../jobs/job.store.ts';
import { causeOf, type Attempt, type ClaimedJob } from '../../../jobs/job.ts';
import type { RunJobNow } from '../../../jobs/run-job-now.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import { liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Clock } from '../../../ports/clock.ts';
import {
  addCancellation,
  cancellationAsked,
  endCancellation,
  openCancellation,
  runCancellation,
  withdrawCancellations,
  type Cancellation,
} from './cancellations.store.ts';
import { memberPrincipal } from './member-principal.ts';
import { runningPlanOf, type MemberReads } from './member-reads.ts';
import { endOf, refuseTooEarly } from './plan-rights.ts';

type Canceled = z.input<typeof cancelMemberPlan.response>;

/** The operations of a cashier that end a plan or continue it. */
export interface EndingOperations {
  discontinue: (id: string, reason: string, by: Principal, key: string) => Promise<{ subscriptions: Subscription[] }>;
  reinstate: (id: string, by: Principal, key: string) => Promise<unknown>;
}

interface Options {
  db: Db;
  clock: Clock;
  runJobNow: RunJobNow;
  reads: Pick<MemberReads, 'subscriptionsOf'>;
  plans: EndingOperations;
  reachRequested: Reach;
  jobsAdded: () => void;
}

/** How long after the 1st every renewal is billed. */
const afterBillingSeconds = 2 * 3_600;
const deadlineDays = 3;

/** Without letters and digits that are misread. */
const confirmationCharacters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const newConfirmation = (): string =>
  Array.from({ length: 8 }, (_, at) => (at === 4 ? '-' : '') + confirmationCharacters[randomInt(confirmationCharacters.length)]).join('');

const alreadyCanceled = () => new Failure(409, 'already_canceled', 'Your plan is canceled already');

/** Cancels a member's own plan, and undoes that (docs/rules/members.md#self-service). */
export class MemberCancellations {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws Failure 404 `plan_not_found`, 409 `too_early`, `already_canceled`, `end_changed` */
  async cancel(wanted: Wanted, customer: string, by: Principal, key: string): Promise<Canceled> {
    const { db, runJobNow, jobsAdded } = this.#options;
    const asked = `${ownScope(by)} ${key}`;
    const known = (await cancellationAsked(db, asked)) ?? (await this.#schedule(wanted, { asked, customer, by }));
    jobsAdded();
    // the job also runs without the member
    if (!known.bills_again) await runJobNow.attempt('member-plan.cancel', known.id);
    return { confirmation: known.confirmation, ends: known.ends.toISOString() };
  }

  /** Undoes a cancellation: nothing is charged. @throws Failure 404 `plan_not_found`, 409 `not_canceled`, `in_progress` */
  async reactivate(customer: string, by: Principal, key: string): Promise<void> {
    const { db, clock, plans } = this.#options;
    const plan = await this.#plan(customer);
    const call = { principal: by, route: reactivateMemberPlan.path, key, request: {} };
    const { wasEnding } = await keyedChange(db, call, async (tx) => {
      const scheduled = await openCancellation(tx, plan.id);
      if (!scheduled && !plan.cancel_at_period_end) throw new Failure(409, 'not_canceled', 'Your plan isn’t canceled');
      if (!(await withdrawCancellations(tx, plan.id))) {
        throw new Failure(409, 'in_progress', 'The cancellation is being made. Try again in a moment');
      }
      if (scheduled) {
        const at = clock.now();
        await writeNote(tx, {
          customer,
          note: `Withdrew the cancellation ${scheduled.confirmation} online`,
          agent: by.name,
          operation: null,
          at,
        });
        const before = { confirmation: scheduled.confirmation };
        await writeAudit(tx, { ...auditBy(by), action: 'member.cancellation-withdrawn', subject: `subscription:${plan.id}`, before, at });
      }
      return { wasEnding: plan.cancel_at_period_end };
    });
    // a repeated call undoes no later cancellation
    if (wasEnding && plan.cancel_at_period_end) await plans.reinstate(plan.id, by, key);
  }

  /** Discontinues the plan, now or when the month that is still billed has begun. */
  async settle(job: ClaimedJob<'member-plan.cancel'>): Promise<Attempt> {
    const { db, plans } = this.#options;
    const found = await runCancellation(db, job.key);
    if (!found) return { kind: 'done', result: {} };
    const by = memberPrincipal(causeOf(job).requestId);
    try {
      await plans.discontinue(found.subscription, found.reason, by, `member-cancellation:${found.id}`);
    } catch (error) {
      const has = await this.#hasEnd(found);
      if (!has) return attemptFromError(error);
    }
    await endCancellation(db, found.id);
    return { kind: 'done', result: {} };
  }

  /** Whether the plan ends in any case: staff may have ended it meanwhile. */
  async #hasEnd({ customer, subscription }: Cancellation): Promise<boolean> {
    const plan = (await this.#options.reads.subscriptionsOf(customer)).find(({ id }) => id === subscription);
    return !plan || plan.ended_at !== null || plan.cancel_at_period_end;
  }

  async #schedule(
    { reason, comment, ends, lang }: Wanted,
    { asked, customer, by }: { asked: string; customer: string; by: Principal },
  ): Promise<Cancellation> {
    const { db, clock, reachRequested } = this.#options;
    const plan = await this.#plan(customer);
    refuseTooEarly(plan, clock.now());
    if (plan.cancel_at_period_end || plan.cancel_at !== null || (await openCancellation(db, plan.id))) {
      throw alreadyCanceled();
    }
    const end = await endOf(plan, { db, clock });
    if (end.ends.toISOString() !== ends) throw new Failure(409, 'end_changed', 'The end of your plan has changed. Check it again');
    const at = clock.now();
    const id = randomUUID();
    const why = [cancellationReasons[reason], comment].filter(Boolean).join(': ');
    const cancellation = {
      id,
      confirmation: newConfirmation(),
      customer,
      subscription: plan.id,
      reason: why,
      requested: at,
      ends: end.ends,
      bills_again: end.billsAgain,
      state: 'scheduled',
    } as const;
    const day = end.ends.toISOString().slice(0, 10);
    const reached = await reachRequested(db, await liveCustomer(db, customer));
    const isAdded = await db.transaction().execute(async (tx) => {
      if (!(await addCancellation(tx, { ...cancellation, asked }))) return false;
      await enqueue(tx, {
        what: 'member-plan.cancel',
        key: id,
        site: null,
        customer,
        payload: {},
        by,
        dueInSeconds: end.billsAgain ? this.#untilBilled(plan, at) : 0,
        deadlineDays: deadlineDays + (end.billsAgain ? 7 : 0),
        created: at,
      });
      await writeNote(tx, {
        customer,
        note: `Canceled online (${cancellation.confirmation}), ends ${day}. ${why}`,
        agent: by.name,
        operation: null,
        at,
      });
      const after = { confirmation: cancellation.confirmation, ends: end.ends, billsAgain: end.billsAgain };
      if (reached) {
        const { subject, text } = cancellationMessage(lang, cancellation);
        await queueMessage(tx, {
          ...reached,
          kind: 'cancellation',
          subject,
          text,
          customer,
          operation: null,
          asked: `member-cancellation ${id}`,
          receipt: null,
          by,
          at,
        });
      }
      await writeAudit(tx, { ...auditBy(by), action: 'member.canceled', subject: `subscription:${plan.id}`, after, why, at });
      return true;
    });
    if (isAdded) return cancellation;
    const same = await cancellationAsked(db, asked);
    if (!same) throw alreadyCanceled();
    return same;
  }

  #untilBilled({ current_period_end: end }: Subscription, now: Date): number {
    return Math.max(0, (end ?? 0) - epochSeconds(now)) + afterBillingSeconds;
  }

  async #plan(customer: string): Promise<Subscription> {
    return runningPlanOf(await this.#options.reads.subscriptionsOf(customer));
  }
}

interface Wanted {
  reason: CancellationReason;
  comment: string;
  /** The end that the member was shown. */
  ends: string;
  lang: MemberLanguage;
}
