import { isPlainDescription } from '@washdesk/rules/billing/charges';
import { isMailAddress } from '@washdesk/rules/customers/customer-entry';
import { dollarsToCents, maxAmountCents, payableCents } from '@washdesk/rules/billing/money';
import { z } from 'zod';

/** An office charge as it is typed; kept over a reload. */
export const officeChargeForm = z.object({
  /** Dollars. */
  amount: z.string(),
  description: z.string(),
  /** Internal; on nobody's statement. */
  refNumber: z.string(),
  email: z.string(),
});
export type OfficeChargeForm = z.infer<typeof officeChargeForm>;

export const emptyOfficeCharge: OfficeChargeForm = { amount: '', description: '', refNumber: '', email: '' };

export type Problems = Partial<Record<keyof OfficeChargeForm, string>>;

/** Integer cents of what is typed; 0 for anything that cannot be paid. */
export function amountOf({ amount }: OfficeChargeForm): number {
  return payableCents(amount) ?? 0;
}

/** What stands in the way of a charge, by field (front-desk section 5, "Charge"). */
export function problemsOf(form: OfficeChargeForm): Problems {
  return {
    ...(amountOf(form) === 0 && { amount: amountProblem(form) }),
    ...(!isPlainDescription(form.description.trim()) && { description: 'Letters and numbers only, at most 22' }),
    ...(form.email.trim() !== '' && !isMailAddress(form.email.trim()) && { email: 'This is no e-mail address' }),
  };
}

function amountProblem({ amount }: OfficeChargeForm): string {
  const cents = dollarsToCents(amount);
  if (cents === null) return amount.trim() === '' ? 'Please enter an amount' : 'Dollars with at most two decimals, like 12.50';
  return cents > maxAmountCents ? 'More than can be charged at once' : 'The amount must be more than $0.00';
}

/** The body of the charge: what is empty is left out. */
export function chargeOf(form: OfficeChargeForm) {
  const texts = { description: form.description.trim(), refNumber: form.refNumber.trim(), email: form.email.trim() };
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<typeof texts>;
  return { amount: amountOf(form), ...given };
}
