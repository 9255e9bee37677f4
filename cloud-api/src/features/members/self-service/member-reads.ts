import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { CustomerSummary } from '@washdesk/contracts/members/customer-summary';
import { byStanding, isMember } from '@washdesk/rules/plans/statuses';
import type { Principal } from '../../../common/caller.ts';
import { notFound } from '../../../common/failure.ts';

interface Page<Row> {
  count: number;
  next_page: string | null;
  rows: Row[];
}

/** What other features know of a customer. */
export interface MemberReads {
  subscriptionsOf: (customer: string) => Promise<Subscription[]>;
  /** The next invoice of a running plan, in cents; `date` is null if nothing is billed. */
  nextBillOf: (subscription: string, by: Principal) => Promise<{ total: number; tax: number; amount_due: number; date: number | null }>;
  summaryOf: (customer: string, by: Principal) => Promise<CustomerSummary>;
  washesOf: (customer: string, page: string | undefined) => Promise<Page<{ created: Date; siteName: string; code: string | null }>>;
  receiptsOf: (
    customer: string,
    page: string | undefined,
  ) => Promise<Page<{ id: string; title: string; price: number | null; created: string }>>;
  /** @throws Failure 404 `receipt_not_found` */
  receiptOwner: (id: string) => Promise<string | null>;
  receiptPage: (id: string) => Promise<string>;
}

/** Returns the plan that a member means by "my plan": one that runs, otherwise the last one; null without any. */
export const memberPlanOf = (subscriptions: readonly Subscription[]): Subscription | null => subscriptions.toSorted(byStanding)[0] ?? null;

/** @throws Failure 404 `plan_not_found` */
export function runningPlanOf(subscriptions: readonly Subscription[]): Subscription {
  const plan = memberPlanOf(subscriptions);
  if (!plan || !isMember(plan.status)) throw notFound('plan_not_found', 'You have no plan that runs');
  return plan;
}
