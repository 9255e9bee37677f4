import { centsToDollars } from '../billing/money.ts';
import { amountWords } from './plan-price.ts';

/** A plan as a note names it; cents per month before tax, and with it. */
export interface NotedPlan {
  plan: string;
  price: number;
  total: number;
}

const named = ({ plan, price, total }: NotedPlan): string => `${plan} at ${amountWords({ amount: price, total })}`;

const paidToday = (paid: number): string => (paid > 0 ? `paid ${centsToDollars(paid)} today` : 'nothing due today');

/** Returns the initial note of a sign-up. @param paid cents */
export const signUpNote = (plan: NotedPlan, paid: number): string => `Signed up for ${named(plan)}, ${paidToday(paid)}`;

export interface NotedChange {
  change: 'upgrade' | 'downgrade' | 'changeprice' | 'discontinue' | 'terminate' | 'reinstate';
  plan: NotedPlan;
  /** The plan before; null if unchanged. */
  former: NotedPlan | null;
  /** Cents paid today. */
  paid: number;
  /** The last day of an ending plan, as a calendar date; null if it continues. */
  until: string | null;
  /** Why it ended, if a reason was required. */
  reason: string | null;
}

const changedWords = { upgrade: 'Upgraded', downgrade: 'Downgraded', changeprice: 'Price changed' } as const;

/** Returns the customer note for a plan change (docs/rules/billing.md#plan-changes). */
export function changeNote({ change, plan, former, paid, until, reason }: NotedChange): string {
  const because = reason ? `: ${reason}` : '';
  switch (change) {
    case 'discontinue':
      return `Discontinued ${named(plan)}${until ? `, which runs until ${until}` : ''}${because}`;
    case 'terminate':
      return `Terminated ${named(plan)}${because}`;
    case 'reinstate':
      return `Reinstated ${named(plan)}, ${paidToday(paid)}`;
    case 'upgrade':
    case 'downgrade':
    case 'changeprice':
      return `${changedWords[change]}${former ? ` from ${named(former)}` : ''} to ${named(plan)}${paid > 0 ? `, ${paidToday(paid)}` : ''}`;
    default:
      return change satisfies never;
  }
}

/** Returns the note for a plan that ended before its first payment. */
export const abandonedNote = (plan: NotedPlan, reason: string): string => `Ended ${named(plan)}, never paid: ${reason}`;

/** @param on the 1st from which it applies, as a calendar date */
export const increaseNote = (from: NotedPlan, to: NotedPlan, on: string): string =>
  `Price increase scheduled from ${centsToDollars(from.total)} to ${named(to)} on ${on}`;
