import { z } from 'zod';
import { outcome } from '../../lib/register-bridge/register-bridge.ts';
import { capturedCard } from '../card-capture/captured-card.ts';
import { refundForm } from './refund-form.ts';

/** A completed refund, with the state of its receipt and of the register's tender. */
export const completedRefund = z.object({
  /** Stripe's `re_…`; the first of several. */
  id: z.string(),
  /** Refunded cents. */
  amount: z.int(),
  /** Cents that could not be refunded. */
  missing: z.int(),
  /** The id of the receipt's print job, so that a reload prints no second receipt. */
  job: z.string(),
  /** Null before the first print. */
  printed: outcome.nullable(),
  /** The sale that the surrounding register tenders with it; its cents are negative. */
  tender: z.object({ saleid: z.string(), amountCents: z.int(), outcome: outcome.nullable() }).nullable(),
});
export type CompletedRefund = z.infer<typeof completedRefund>;

/** A refund from its form to its receipt, as stored over a reload; see docs/decisions/0002-idempotency-keys.md. */
export const persistedRefund = z.object({
  form: refundForm,
  /** The collected card of an open refund. */
  card: capturedCard.nullable(),
  /** The Idempotency-Key; stored until a final response, so that the same refund is never sent under two keys. */
  key: z.string().nullable(),
  /** Whether the refund was sent and has no final response yet. */
  sent: z.boolean(),
  /** The register's sale for which the refund was sent; the register may have passed another sale since. */
  saleid: z.string().nullable(),
  made: completedRefund.nullable(),
});
export type PersistedRefund = z.infer<typeof persistedRefund>;

export function newRefund(amount: string): PersistedRefund {
  return { form: { amount, description: '', note: '' }, card: null, key: null, sent: false, saleid: null, made: null };
}
