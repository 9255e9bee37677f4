import { productKeys } from '../company/metadata-keys.ts';

export type SubscriptionAction = 'upgrade' | 'downgrade' | 'changeprice' | 'increase' | 'discontinue' | 'terminate';

/** What a subscription's status means (docs/rules/billing.md#subscription-statuses). */
export interface StatusMeaning {
  /** The badge, in the cashier's terms. */
  label: string;
  tone: 'go' | 'wait' | 'stop';
  /** Whether a first payment or free month has begun the plan. */
  began: boolean;
  /** Whether it ended for good. A plan that began and has not ended is running: it excludes a second one. */
  ended: boolean;
  /** Whether its customer is a member: counted, welcomed and billed on the 1st. */
  isMember: boolean;
  /** Whether a lane admits the car. */
  mayWash: boolean;
  /** Whether a payment failed and is still owed. */
  owes: boolean;
  allows: readonly SubscriptionAction[];
  /** What to do before another plan can begin, for a running plan without a member. */
  advice?: string;
}

const member = { tone: 'go', began: true, ended: false, isMember: true, mayWash: true, owes: false } as const;
const idle = { began: true, ended: false, isMember: false, mayWash: false, owes: false } as const;

/** Every status of Stripe's. The adapter reports `paused` also for a plan whose collection is paused: Stripe leaves such a plan `active`. */
const meanings = {
  active: { ...member, label: 'Active', allows: ['upgrade', 'downgrade', 'changeprice', 'increase', 'discontinue', 'terminate'] },
  trialing: { ...member, label: 'Trial', allows: ['changeprice', 'increase', 'discontinue', 'terminate'] },
  past_due: { ...member, label: 'Payment due', tone: 'wait', owes: true, allows: ['discontinue', 'terminate'] },
  unpaid: {
    ...idle,
    label: 'Unpaid',
    tone: 'stop',
    owes: true,
    allows: ['terminate'],
    advice: 'Collect the payment or terminate it first',
  },
  paused: { ...idle, label: 'Paused', tone: 'wait', allows: ['terminate'], advice: 'Resume it in Stripe or terminate it first' },
  incomplete: { ...idle, label: 'Incomplete', tone: 'wait', began: false, allows: ['discontinue', 'terminate'] },
  canceled: { ...idle, label: 'Canceled', tone: 'stop', ended: true, allows: [] },
  incomplete_expired: { ...idle, label: 'Expired', tone: 'stop', began: false, ended: true, allows: [] },
} as const satisfies Record<string, StatusMeaning>;

type Status = keyof typeof meanings;

/** The status at lanes, of no subscription, of a plan that would admit but has no washes (docs/rules/company.md#catalog). */
export const notRedeemable = 'not_redeemable';
const withoutWashes: StatusMeaning = { ...idle, label: 'Without washes', tone: 'stop', allows: [] };

/** Returns what a status means. An unknown one gives no washes, excludes a second plan and can be terminated. */
export function meaningOf(status: string): StatusMeaning {
  if (Object.hasOwn(meanings, status)) return meanings[status as Status];
  if (status === notRedeemable) return withoutWashes;
  return { ...idle, label: status, tone: 'stop', allows: ['terminate'], advice: 'Check it in Stripe or terminate it first' };
}

const statusesWhere = (is: (meaning: StatusMeaning) => boolean): Status[] =>
  (Object.keys(meanings) as Status[]).filter((status) => is(meanings[status]));

// for queries
export const memberStatuses: readonly string[] = statusesWhere((meaning) => meaning.isMember);
export const owingStatuses: readonly string[] = statusesWhere((meaning) => meaning.owes);
export const endedStatuses: readonly string[] = statusesWhere((meaning) => meaning.ended);
export const neverBegunStatuses: readonly string[] = statusesWhere((meaning) => !meaning.began);
export const notRunningStatuses: readonly string[] = statusesWhere(({ began, ended }) => !began || ended);
/** Plans that run without a member: nothing is collected for them any more. */
export const idleStatuses: readonly string[] = statusesWhere((meaning) => meaning.began && !meaning.ended && !meaning.isMember);
export const firstPaymentStatus: Status = 'incomplete';

export const isMember = (status: string): boolean => meaningOf(status).isMember;
export const mayWash = (status: string): boolean => meaningOf(status).mayWash;
/** Returns the status that lanes have of a plan. @param product the metadata of its product */
export const laneStatus = (status: string, product: Readonly<Record<string, string>> | undefined): string =>
  mayWash(status) && product?.[productKeys.stripeRedeem] === 'false' ? notRedeemable : status;
export const owesPayment = (status: string): boolean => meaningOf(status).owes;
export const hasEnded = (status: string): boolean => meaningOf(status).ended;
export const hasBegun = (status: string): boolean => meaningOf(status).began;

/** Whether the plan began and has not ended, discontinued or not: the customer cannot begin another one. */
export function isRunning(status: string): boolean {
  const { began, ended } = meaningOf(status);
  return began && !ended;
}

/** Whether its first payment is open: a sign-up on the same terms pays it, one on other terms ends this attempt. */
export const awaitsFirstPayment = (status: string): boolean => status === firstPaymentStatus;

/** Whether the member is admitted but must be shown 'Payment due', in amber. */
export const isPaymentDue = (status: string): boolean => mayWash(status) && owesPayment(status);

/** The label of a member who is admitted although the last payment failed. */
export const paymentDueLabel = meanings.past_due.label;

/** Whether a discontinued plan can be continued: one that is not collected needs its own remedy. */
export const mayContinue = isMember;

interface Dated {
  status: string;
  created: number;
}

function rankOf({ status }: Dated): number {
  if (mayWash(status)) return 0;
  if (isRunning(status)) return 1;
  return hasEnded(status) && !hasBegun(status) ? 3 : 2;
}

/**
 * Orders a customer's subscriptions: admitting ones first, then other running ones, newer before older. Attempts that never began and
 * ended are last.
 */
export const byStanding = (a: Dated, b: Dated): number => rankOf(a) - rankOf(b) || b.created - a.created;

/** Returns the plan that a change concerns: the first that has not ended, whatever the order of the list; null if there is none. */
export const openPlan = <S extends Dated>(plans: readonly S[]): S | null =>
  plans.filter(({ status }) => !hasEnded(status)).toSorted(byStanding)[0] ?? null;

export const alreadyActive = 'This customer already has an active plan';

/** Returns why another plan cannot begin beside one with this status; null if it can. */
export function signUpRefusal(status: string): string | null {
  if (!isRunning(status)) return null;
  const { label, advice } = meaningOf(status);
  return advice === undefined ? alreadyActive : `This customer has a plan that is ${label.toLowerCase()}. ${advice}`;
}
