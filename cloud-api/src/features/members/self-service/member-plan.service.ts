import { randomInt, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Plan, Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import {
  reactivateMemberPlan,
  type cancelMemberPlan,
  type listMemberPlans,
  type previewMemberPlan,
} from '@washdesk/contracts/members/member-plan';
import { subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { cancellationMessage } from '@washdesk/rules/customers/member-messages';
import { epochSeconds, siteDate } from '@washdesk/rules/dates/dates';
import { cancellationEnd, cancellationReasons, changeableFrom, type CancellationReason } from '@washdesk/rules/plans/self-service';
import { isMember } from '@washdesk/rules/plans/statuses';
import type { MemberLanguage } from '@washdesk/rules/text/languages';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { ownScope, type Principal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { timeZoneOf } from '../../../db/site-zone.ts';
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
  lastCancellation,
  openCancellation,
  runCancellation,
  withdrawCancellations,
  type Cancellation,
} from './cancellations.store.ts';
import { noneIfMissing, offeredView, planCostOf } from './member-plan-views.ts';
import { memberPrincipal } from './member-principal.ts';
import { runningPlanOf, type MemberReads } from './member-reads.ts';

type Change = 'upgrade' | 'downgrade';
type Canceled = z.input<typeof cancelMemberPlan.response>;
type Plans = z.input<typeof listMemberPlans.response>;
type PlanPreview = z.input<typeof previewMemberPlan.response>;

/** The operations of a clerk, which members start themselves. */
export interface PlanOperations {
  discontinue: (id: string, reason: string, by: Principal, key: string) => Promise<{ subscriptions: Subscription[] }>;
  reinstate: (id: string, by: Principal, key: string) => Promise<unknown>;
  /** @throws Failure 404 if there is none */
  targets: (id: string, change: Change, by: Principal) => Promise<Plan[]>;
  preview: (id: string, change: Change, price: string, by: Principal) => Promise<Preview>;
  change: (id: string, change: Change, wanted: WantedPlan, by: Principal, key: string) => Promise<unknown>;
  /** Returns the outcome of an earlier call under this key; null for a new key. */
  repeatChange: (customer: string, wanted: WantedPlan, by: Principal, key: string) => Promise<object | null>;
}

interface WantedPlan {
  price: string;
  proration_date?: number | undefined;
}

interface Options {
  db: Db;
  clock: Clock;
  runJobNow: RunJobNow;
  reads: Pick<MemberReads, 'subscriptionsOf'>;
  plans: PlanOperations;
  reachRequested: Reach;
  jobsAdded: () => void;
}

/** What a member may do with the plan now. */
export interface PlanRights {
  /** From when the plan may be changed or canceled; null for now, or if it never can. */
  changeFrom: Date | null;
  cancel: { ends: Date; billsAgain: boolean } | null;
  mayReactivate: boolean;
  /** A cancellation that is made and waits for the month that is still billed, or ends the plan. */
  cancellation: Cancellation | null;
}

/** How long after the 1st every renewal is billed. */
const afterBillingSeconds = 2 * 3_600;
const deadlineDays = 3;

/** Without letters and digits that are misread. */
const confirmationCharacters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const newConfirmation = (): string =>
  Array.from({ length: 8 }, (_, at) => (at === 4 ? '-' : '') + confirmationCharacters[randomInt(confirmationCharacters.length)]).join('');

const alreadyCanceled = () => new Failure(409, 'already_canceled', 'Your plan is canceled already');

/** Cancels, continues and changes a member's own plan (docs/rules/members.md#self-service). */
export class MemberPlans {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async rights(plan: Subscription): Promise<PlanRights> {
    const { db } = this.#options;
    const cancellation = (await lastCancellation(db, plan.id)) ?? null;
    const isScheduled = cancellation !== null && cancellation.state !== 'done';
    const runs = isMember(plan.status);
    const isEnding = plan.cancel_at_period_end || isScheduled;
    const hasEnd = isEnding || plan.cancel_at !== null;
    return {
      changeFrom: runs ? this.#changeFrom(plan) : null,
      cancel: runs && !hasEnd ? await this.#end(plan) : null,
      mayReactivate: runs && isEnding,
      cancellation: runs && isEnding ? cancellation : null,
    };
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

  /** @throws Failure 404 `plan_not_found` */
  async others(customer: string, by: Principal): Promise<Plans> {
    const { plans } = this.#options;
    const plan = await this.#plan(customer);
    const found = await Promise.all(changes.map((change) => listed(plans.targets(plan.id, change, by), change)));
    return { plans: found.flat() };
  }

  /** @throws Failure as the change itself would */
  async preview(price: string, customer: string, by: Principal): Promise<PlanPreview> {
    const { plan, change, total } = await this.#target(price, customer, by);
    return planCostOf(await this.#options.plans.preview(plan.id, change, price, by), total);
  }

  /** @throws Failure 402 `card_declined`, 404 `plan_not_found`, 409 `too_early`, `plan_not_offered`, `preview_outdated`, `not_changeable` */
  async change(wanted: WantedPlan, customer: string, by: Principal, key: string): Promise<void> {
    // the new plan is no target after the change
    if (await this.#options.plans.repeatChange(customer, wanted, by, key)) return;
    const { plan, change } = await this.#target(wanted.price, customer, by);
    await this.#refuseTooEarly(plan);
    await this.#options.plans.change(plan.id, change, wanted, by, key);
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
    await this.#refuseTooEarly(plan);
    if (plan.cancel_at_period_end || plan.cancel_at !== null || (await openCancellation(db, plan.id))) {
      throw alreadyCanceled();
    }
    const end = await this.#end(plan);
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

  async #end(plan: Subscription): Promise<{ ends: Date; billsAgain: boolean }> {
    const { db, clock } = this.#options;
    const now = clock.now();
    const site = Number(plan.metadata[subscriptionKeys.site]);
    const zone = (Number.isSafeInteger(site) ? await timeZoneOf(db, site) : null) ?? 'UTC';
    return cancellationEnd(new Date((plan.current_period_end ?? epochSeconds(now)) * 1_000), siteDate(now, zone), now);
  }

  async #target(price: string, customer: string, by: Principal): Promise<{ plan: Subscription; change: Change; total: number }> {
    const plan = await this.#plan(customer);
    for (const change of changes) {
      const targets = await listed(this.#options.plans.targets(plan.id, change, by), change);
      const target = targets.find(({ id }) => id === price);
      if (target) return { plan, change, total: target.total };
    }
    throw new Failure(409, 'plan_not_offered', 'Your plan can’t change to that plan');
  }

  /** Returns from when the plan may be changed or canceled; null for now. */
  #changeFrom({ created }: Subscription): Date | null {
    const from = changeableFrom(new Date(created * 1_000));
    return from > this.#options.clock.now() ? from : null;
  }

  async #refuseTooEarly(plan: Subscription): Promise<void> {
    const from = this.#changeFrom(plan);
    if (from === null) return;
    const details = { from: from.toISOString() };
    throw new Failure(409, 'too_early', 'A plan can be changed or canceled after its first full month', { details });
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

const changes = ['upgrade', 'downgrade'] as const satisfies readonly Change[];

const listed = async (targets: Promise<Plan[]>, change: Change): Promise<Plans['plans']> =>
  (await noneIfMissing(targets)).map((plan) => ({ ...offeredView(plan), change }));
