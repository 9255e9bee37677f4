import { z } from 'zod';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { epochSeconds, freshness, nextPage, noCache, providerId, trimmedText } from '../values.ts';

const disputeId = z.object({ id: providerId });

/** A dispute as screens read it. Amounts are in cents. */
const dispute = z.object({
  id: z.string(),
  created: epochSeconds,
  status: z.string(),
  amount: z.int(),
  reason: z.string(),
  payment_method_details: z.object({ type: z.string(), brand: z.string().nullable(), last4: z.string().nullable() }).nullable(),
  metadata: z.object({ feesCollected: z.boolean(), recoveryCharge: z.string().nullable() }),
  charge: z.object({ id: z.string(), created: epochSeconds.nullable(), description: z.string().nullable() }),
  evidence_details: z.object({ due_by: epochSeconds.nullable() }),
  /** Whether the dispute counts toward 'Disputed Charges'. */
  counts: z.boolean(),
});
export type Dispute = z.infer<typeof dispute>;

/** Lists a customer's disputes, newest first. 404 `customer_not_found`. */
export const customerDisputes = endpoint({
  id: 'customerDisputes',
  method: 'GET',
  path: '/customer/{id}/disputes',
  access: atLeastRole('SupportCenter'),
  summary: "Disputes of a customer's charges",
  params: disputeId,
  query: z.object({ noCache }),
  response: z.object({ disputes: z.array(dispute), count: z.int(), counted: z.int(), next_page: nextPage, ...freshness }),
});

/**
 * Handles evidence while the dispute is open. 'winning_evidence' submits the stored evidence, 'losing_evidence' concedes the dispute; with
 * a Stripe test key these words decide it. 404 `dispute_not_found`, 409 `dispute_closed`, 409 `evidence_missing` if none is stored.
 */
export const disputeEvidence = endpoint({
  id: 'disputeEvidence',
  method: 'POST',
  path: '/dispute/{id}/evidence',
  access: atLeastRole('Admin'),
  summary: 'Submit or concede evidence',
  params: disputeId,
  body: z.object({ uncategorized_text: trimmedText(5_000).min(1, 'must not be empty') }),
  response: dispute,
  idempotency: 'required',
});

/** 'Mark as Uncollectable' sets `feesCollected`. 404 `dispute_not_found`. */
export const disputeMetadata = endpoint({
  id: 'disputeMetadata',
  method: 'POST',
  path: '/dispute/{id}/metadata',
  access: atLeastRole('SupportCenter'),
  summary: 'Mark fees as collected, record a recovery charge',
  params: disputeId,
  body: z
    .object({ feesCollected: z.boolean().optional(), recoveryCharge: providerId.optional() })
    .refine(({ feesCollected, recoveryCharge }) => feesCollected !== undefined || recoveryCharge !== undefined, {
      path: ['feesCollected'],
      message: 'nothing to change',
    }),
  response: dispute,
  idempotency: 'required',
});

/**
 * Returns the amount and card that collecting would charge now. Rejected for the same reasons as collecting: 404 `dispute_not_found`, 409
 * `dispute_open`, `already_collected`, `no_default_card`, `customer_deleted`.
 */
export const previewCollection = endpoint({
  id: 'previewCollection',
  method: 'GET',
  path: '/dispute/{id}/collect/preview',
  access: atLeastRole('SupportCenter'),
  summary: 'What collecting the disputed amount would charge',
  params: disputeId,
  response: z.object({
    amount: z.int(),
    card: z.object({
      type: z.string(),
      brand: z.string().nullable(),
      last4: z.string().nullable(),
      exp_month: z.int().nullable(),
      exp_year: z.int().nullable(),
    }),
  }),
});
export type CollectionPreview = z.output<typeof previewCollection.response>;

const collected = dispute.extend({
  /** The charge that collected it, if Stripe took the money and then refused to record that on the dispute. */
  unmarked: z.string().optional(),
});
export type Collected = z.infer<typeof collected>;

/**
 * Charges the disputed amount to the customer's default card, once. 402 `card_declined`; 404 `dispute_not_found`; 409 `dispute_open` before
 * it is won or lost, 409 `already_collected`, 409 `no_default_card`, 409 `customer_deleted`; 503 `payment_processing` while the bank
 * processes it: repeating with the same key returns the outcome. `last4` is the card that the preview showed: 409 `preview_outdated` if the
 * default card has changed.
 */
export const collectDispute = endpoint({
  id: 'collectDispute',
  method: 'POST',
  path: '/dispute/{id}/collect',
  access: atLeastRole('SupportCenter'),
  summary: 'Collect the disputed amount',
  params: disputeId,
  query: z.object({ last4: z.string().length(4).optional() }),
  response: collected,
  idempotency: 'required',
});
