import type { Subscription } from '@washdesk/contracts/billing/subscription';
import { productKeys } from '@washdesk/rules/company/metadata-keys';
import { atLeast, Role, type RoleName } from '@washdesk/rules/company/roles';
import { refusalOf } from '@washdesk/rules/plans/plan-changes';

/** What can be done with a subscription. `retry` pays what is open; `end` gives up a plan that never began. */
export type PlanAction =
  | 'retry'
  | 'reinstate'
  | 'upgrade'
  | 'downgrade'
  | 'changeprice'
  | 'increase'
  | 'release'
  | 'discontinue'
  | 'terminate'
  | 'end';

export interface OfferedAction {
  action: PlanAction;
  /** Whether somebody with more roles has to approve it on the spot. */
  needsApproval: boolean;
}

/** The role from which an action needs no approval; the others are for anyone signed in (docs/rules/members.md#actions-on-a-subscription). */
const ownRole: Partial<Record<PlanAction, RoleName>> = {
  downgrade: 'SalesManager',
  changeprice: 'SalesManager',
  terminate: 'SalesManager',
  release: 'SupportCenter',
};

interface Asked {
  subscription: Subscription;
  /** Whether a scheduled price increase lies ahead. */
  increaseAhead: boolean;
  /** Role flags of the person signed in. */
  roles: number;
}

/** The actions that a subscription offers now, what a person wants most often first. */
export function actionsOf({ subscription, increaseAhead, roles }: Asked): OfferedAction[] {
  return possibleActions(subscription, increaseAhead)
    .filter((action) => action !== 'increase' || atLeast(roles, Role.Scheduler))
    .map((action) => {
      const role = ownRole[action];
      return { action, needsApproval: role !== undefined && !atLeast(roles, Role[role]) };
    });
}

function possibleActions(subscription: Subscription, increaseAhead: boolean): PlanAction[] {
  const { status, cancel_at_period_end: discontinued } = subscription;
  if (status === 'incomplete') return ['retry', 'end'];
  if (discontinued || status === 'canceled') return ['reinstate'];
  const can = (action: 'upgrade' | 'downgrade' | 'changeprice' | 'increase' | 'discontinue' | 'terminate') =>
    refusalOf(action, subscription) === null ? [action] : [];
  return [
    ...(isOverdue(subscription) ? ['retry' as const] : []),
    ...(namesClass(subscription, productKeys.upgradeClass) ? can('upgrade') : []),
    ...can('discontinue'),
    ...(namesClass(subscription, productKeys.downgradeClass) ? can('downgrade') : []),
    ...can('changeprice'),
    ...can('increase'),
    ...(increaseAhead ? ['release' as const] : []),
    ...can('terminate'),
  ];
}

const isOverdue = ({ status, latest_invoice: latest }: Subscription): boolean =>
  (status === 'past_due' || status === 'unpaid') && latest?.status === 'open';

/** Whether the product names classes that its plan can change to. */
const namesClass = ({ plan }: Subscription, key: string): boolean => Boolean(plan?.product.metadata[key]?.trim());
