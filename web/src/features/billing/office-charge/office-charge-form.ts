import { z } from 'zod';
import { createPaymentIntent } from '@washdesk/contracts/billing/payment-intent';
import { isPlainDescription } from '@washdesk/rules/billing/charges';
import { amountWords, dollarsToCents, maxAmountCents, payableCents } from '@washdesk/rules/billing/money';
import { isAccepted } from '../../../lib/forms/problems.ts';

/** An office charge as typed; stored over a reload. */
export const officeChargeForm = z.object({
  /** Dollars. */
  amount: z.string(),
  description: z.string(),
  /** Stored with the payment for the company; it appears on no card statement. */
  refNumber: z.string(),
  email: z.string(),
});
export type OfficeChargeForm = z.infer<typeof officeChargeForm>;

export const emptyOfficeCharge: OfficeChargeForm = { amount: '', description: '', refNumber: '', email: '' };

const body = createPaymentIntent.body.pick({ amount: true, description: true, refNumber: true, email: true });
const isMailAddress = (text: string): boolean => text === '' || isAccepted(body.shape.email, text);

/** The validation of an office charge. The output is the charge's request without empty texts. */
export const officeCharge = officeChargeForm
  .extend({
    amount: z.string().transform((text, context) => {
      const problem = amountProblem(text);
      if (problem !== null) context.addIssue(problem);
      return amountOf(text);
    }),
    description: z.string().trim().refine(isPlainDescription, 'Letters and numbers only, at most 22'),
    refNumber: z.string().trim(),
    email: z.string().trim().refine(isMailAddress, 'Enter a valid email address'),
  })
  .transform(({ amount, ...texts }) => ({ amount, ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) }))
  .pipe(body);
export type OfficeCharge = z.output<typeof officeCharge>;

/** Returns the typed amount in cents; 0 if it cannot be charged. */
export function amountOf(amount: string): number {
  return payableCents(amount) ?? 0;
}

function amountProblem(amount: string): string | null {
  const cents = dollarsToCents(amount);
  if (cents === null) return amount.trim() === '' ? 'Enter an amount' : amountWords;
  if (cents > maxAmountCents) return 'This is above the limit for one charge';
  return cents > 0 ? null : 'The amount must be more than $0.00';
}
