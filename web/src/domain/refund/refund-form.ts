import { z } from 'zod';
import { refundCharge } from '@washdesk/contracts/billing/refund';
import { centsToDollars, dollarsToCents, maxAmountCents } from '@washdesk/rules/billing/money';

/** The form's values of a refund; the amount in dollars as typed. */
export const refundForm = z.object({ amount: z.string(), description: z.string(), note: z.string() });
export type RefundForm = z.infer<typeof refundForm>;

/** The longest note that the API accepts. */
export const maxNote = 500;

const { amount: cents, notes, description } = refundCharge.body.shape;
const entered = z.object({ amount: cents, notes: notes.unwrap(), description });
/** The form's part of a refund's request. */
export type EnteredRefund = z.output<typeof entered>;

/** The validation of a refund's form. `refundable`: cents; null if only the API can determine it. */
export const refundRules = (refundable: number | null) =>
  refundForm
    .extend({
      amount: z.string().superRefine((text, context) => {
        const problem = amountProblem(text, refundable);
        if (problem !== null) context.addIssue(problem);
      }),
      description: z.string().trim(),
      note: z.string().trim().min(1, 'Enter a reason for the refund'),
    })
    .transform((form) => ({
      amount: dollarsToCents(form.amount) ?? 0,
      notes: form.note,
      ...(form.description && { description: form.description }),
    }))
    .pipe(entered);

/** Returns the problem of an amount above the refundable one, shown while typing; null for any other amount. */
export function aboveRefundable(amount: string, refundable: number | null): string | null {
  const typed = dollarsToCents(amount);
  const isAbove = typed !== null && refundable !== null && typed > refundable;
  return isAbove ? amountProblem(amount, refundable) : null;
}

/** Formats the initial amount of the field: 1250 as '12.50'. */
export function dollarsField(amountCents: number): string {
  return amountCents > 0 ? (amountCents / 100).toFixed(2) : '';
}

function amountProblem(amount: string, refundable: number | null): string | null {
  const typed = dollarsToCents(amount);
  if (typed === null || typed <= 0) return 'Enter an amount above 0 in dollars, such as 12.50';
  if (typed > maxAmountCents) return `At most ${centsToDollars(maxAmountCents)} can be refunded at a time`;
  if (refundable !== null && typed > refundable) return `Only ${centsToDollars(refundable)} of this charge can be refunded`;
  return null;
}
