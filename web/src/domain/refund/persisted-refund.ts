import { z } from 'zod';
import { outcome } from '../../lib/register-bridge/register-bridge.ts';
import { capturedCard } from '../card-capture/captured-card.ts';
import { refundForm } from './refund-form.ts';

/** A refund that was made, with the state of its receipt and of the register's tender. */
export const completedRefund = z.object({
  /** Stripe's `re_…`; the first of several. */
  id: z.string(),
  /** Cents that went back. */
  amount: z.int(),
  /** Cents that could not go back after all. */
  missing: z.int(),
  /** The id of the receipt's print job, so that a reload prints no second receipt. */
  job: z.string(),
  /** Null before the first print. */
  printed: outcome.nullable(),
  /** The sale that the register around this page tenders with it; its cents are negative. */
  tender: z.object({ saleid: z.string(), amountCents: z.int(), outcome: outcome.nullable() }).nullable(),
});
export type CompletedRefund = z.infer<typeof completedRefund>;

/** A refund from its form to its receipt, as it outlives a reload; see docs/decisions/0002-idempotency-keys.md. */
export const persistedRefund = z.object({
  form: refundForm,
  /** The captured card of an open refund. */
  card: capturedCard.nullable(),
  /** The Idempotency-Key; stored until a final answer, so that the same refund is never asked for under two keys. */
  key: z.string().nullable(),
  /** Whether the refund was sent and has no final answer yet. */
  sent: z.boolean(),
  /** The register's sale that the refund was sent for; the register may have come with another sale since. */
  saleid: z.string().nullable(),
  made: completedRefund.nullable(),
});
export type PersistedRefund = z.infer<typeof persistedRefund>;

export function newRefund(amount: string): PersistedRefund {
  return { form: { amount, description: '', note: '' }, card: null, key: null, sent: false, saleid: null, made: null };
}
