import type { Stripe } from 'stripe';
import type { z } from 'zod';
import type { latestInvoice, Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import { monthStartOf } from './random-choices.ts';

type Line = Preview['lines'][number];

/** A bill: cents and description. */
export interface Bill {
  due: number;
  tax: number;
  lines: Pick<Line, 'description' | 'amount' | 'period'>[];
}

/** A trial costs nothing and starts when it is committed, whenever it was previewed: in these bills it starts on the 1st before. */
function line({ description, amount, period: { start, end } }: Line): Line {
  const isTrial = amount === 0 && description?.startsWith('Free trial');
  return { description, amount, period: { start: isTrial ? monthStartOf(start) : start, end } };
}

export type LatestInvoice = z.infer<typeof latestInvoice.response>;

export const billOfLatestInvoice = ({ amount_due: due, tax, lines }: LatestInvoice): Bill => ({ due, tax, lines: lines.map(line) });

export const todaysBill = ({ due_today: due, tax, lines }: Preview): Bill => ({ due, tax, lines: lines.map(line) });

export const nextBill = ({ next }: Preview): Bill | null => next && { due: next.amount, tax: next.tax, lines: next.lines.map(line) };

export const billOf = ({ amount_due: due, total_taxes, lines }: Stripe.Invoice): Bill => ({
  due,
  tax: (total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
  lines: lines.data.map(line),
});
