import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { isSent } from '@washdesk/rules/billing/invoices';
import { productKeys } from '@washdesk/rules/company/metadata-keys';
import { atLeast, Role, type RoleName } from '@washdesk/rules/company/roles';
import { refusalOf } from '@washdesk/rules/plans/plan-changes';
import { awaitsFirstPayment, hasBegun, hasEnded, mayContinue, owesPayment } from '@washdesk/rules/plans/statuses';

/** The actions on a subscription. `retry` pays the open invoice; `end` ends a plan whose first payment was never made. */
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
  /** Whether a user with more roles must approve it. */
  needsApproval: boolean;
}

/**
 * The lowest role that needs no approval for an action; the actions not listed need none from any user
 * (docs/rules/members.md#actions-on-a-subscription).
 */
const ownRole: Partial<Record<PlanAction, RoleName>> = {
  downgrade: 'SalesManager',
  changeprice: 'SalesManager',
  terminate: 'SalesManager',
  release: 'SupportCenter',
};

interface Asked {
  subscription: Subscription;
  /** Whether a price increase is scheduled. */
  increaseAhead: boolean;
  /** Whether another plan of the customer runs: a second one is refused. */
  runsBeside: boolean;
  /** Role flags of the signed-in user. */
  roles: number;
}

/** Returns the actions that a subscription offers now, the most frequent first. */
export function actionsOf({ subscription, increaseAhead, runsBeside, roles }: Asked): OfferedAction[] {
  return possibleActions(subscription, increaseAhead, runsBeside)
    .filter((action) => action !== 'increase' || atLeast(roles, Role.Scheduler))
    .map((action) => {
      const role = ownRole[action];
      return { action, needsApproval: role !== undefined && !atLeast(roles, Role[role]) };
    });
}

function possibleActions(subscription: Subscription, increaseAhead: boolean, runsBeside: boolean): PlanAction[] {
  const { status, cancel_at_period_end: discontinued } = subscription;
  if (awaitsFirstPayment(status)) return runsBeside ? ['end'] : ['retry', 'end'];
  if ((discontinued && mayContinue(status)) || (hasBegun(status) && hasEnded(status))) return runsBeside ? [] : ['reinstate'];
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

const isOverdue = ({ status, latest_invoice: latest, collection_method: method }: Subscription): boolean =>
  owesPayment(status) && latest?.status === 'open' && !isSent(method);

/** Whether the product lists classes that its plan can change to. */
const namesClass = ({ plan }: Subscription, key: string): boolean => Boolean(plan?.product.metadata[key]?.trim());
