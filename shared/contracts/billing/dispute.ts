import { z } from 'zod';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { epochSeconds, freshness, nextPage, noCache, providerId, trimmedText } from '../values.ts';

const disputeId = z.object({ id: providerId });

/** A dispute as screens read it. Amounts are cents. */
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

/** A customer's disputes, the newest first. 404 `customer_not_found`. */
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
 * Evidence while the dispute is open. 'winning_evidence' hands in what is stored with it, 'losing_evidence' gives it up; with a test key of
 * Stripe these words decide it. 404 `dispute_not_found`, 409 `dispute_closed`, 409 `evidence_missing` where nothing is stored.
 */
export const disputeEvidence = endpoint({
  id: 'disputeEvidence',
  method: 'POST',
  path: '/dispute/{id}/evidence',
  access: atLeastRole('Admin'),
  summary: 'Hand evidence in',
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
  summary: 'Mark fees as collected, note a recovery charge',
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
 * What collecting would charge now, and to which card. Refused for the same reasons as collecting itself: 404 `dispute_not_found`, 409
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
  /** The charge that collected it, where Stripe took the money and then refused to note that on the dispute. */
  unmarked: z.string().optional(),
});
export type Collected = z.infer<typeof collected>;

/**
 * Charges the customer's default card the disputed amount, once. 402 `card_declined`; 404 `dispute_not_found`; 409 `dispute_open` before it
 * is won or lost, 409 `already_collected`, 409 `no_default_card`, 409 `customer_deleted`; 503 `payment_processing` while the bank works on
 * it: a repeat under the same key gets the outcome. `last4` is that of the card which the preview showed: 409 `preview_outdated` where another
 * one is the default by now.
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
