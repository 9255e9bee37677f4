import { centsToDollars, dollarsToCents, maxAmountCents } from '@washdesk/rules/billing/money';
import { z } from 'zod';

/** What a person fills in for a refund; the amount in dollars as typed. */
export const refundForm = z.object({ amount: z.string(), description: z.string(), note: z.string() });
export type RefundForm = z.infer<typeof refundForm>;

/** The API takes no longer note. */
export const maxNote = 500;

export type RefundProblems = Record<'amount' | 'note', string | null>;

/** What is wrong with each field (front-desk section 5, "Refund"). `refundable`: cents; null where only the API knows how much it may be. */
export function refundProblems({ amount, note }: RefundForm, refundable: number | null): RefundProblems {
  return { amount: amountProblem(amount, refundable), note: note.trim() === '' ? 'Please say why the money goes back' : null };
}

/** Whether the amount is above what can be given back, which is told while it is typed. */
export function isAboveRefundable(amount: string, refundable: number | null): boolean {
  const cents = dollarsToCents(amount);
  return cents !== null && refundable !== null && cents > refundable;
}

/** An amount as the field shows it at first: 1250 is '12.50'. */
export function dollarsField(cents: number): string {
  return cents > 0 ? (cents / 100).toFixed(2) : '';
}

function amountProblem(amount: string, refundable: number | null): string | null {
  const cents = dollarsToCents(amount);
  if (cents === null || cents <= 0) return 'Please enter an amount above 0 in dollars, such as 12.50';
  if (cents > maxAmountCents) return `At most ${centsToDollars(maxAmountCents)} can be refunded at once`;
  if (isAboveRefundable(amount, refundable)) return `Only ${centsToDollars(refundable ?? 0)} of this charge can be refunded`;
  return null;
}
