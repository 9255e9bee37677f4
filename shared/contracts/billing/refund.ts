import { z } from 'zod';
import { maxDescription } from '@washdesk/rules/billing/charges';
import { maxAmountCents } from '@washdesk/rules/billing/money';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { cardReference, providerId, trimmedText } from '../values.ts';

const cents = z.int().positive().max(maxAmountCents);
const description = trimmedText(maxDescription).optional();
const note = trimmedText(500);
/** A note is required (docs/rules/billing.md#refunds). */
const hasNote = (body: { notes?: string | undefined; note?: string | undefined }): boolean => Boolean(body.notes || body.note);
const noNote = { path: ['notes'], message: 'must not be empty' };
const last4 = z.string().regex(/^\d{4}$/, 'must be the last 4 digits of a card');

const oneRefund = z.object({ id: z.string(), charge: z.string(), amount: z.int(), status: z.string().nullable() });

/**
 * Refunds up to the captured amount that is not refunded yet; `notes` takes precedence over `note`. A customer's charge needs SalesManager:
 * 403 `forbidden`. An amount above the daily limits also returns 403 `forbidden`. 404 `charge_not_found`; 409 `charge_disputed`,
 * `customer_deleted`, `charge_not_captured`, `more_than_refundable` with `refundable` in its details.
 */
export const refundCharge = endpoint({
  id: 'refundCharge',
  method: 'POST',
  path: '/refund/{chargeId}',
  access: atLeastRole('User'),
  summary: 'Refund a charge, fully or partially',
  params: z.object({ chargeId: providerId }),
  body: z
    .object({ amount: cents, notes: note.optional(), note: note.optional(), description, searchAmount: z.int().optional() })
    .refine(hasNote, noNote),
  response: oneRefund,
  idempotency: 'required',
  approvable: true,
});

/**
 * Refunds money to a card at the counter by refunding earlier charges of the same card that the caller may refund, newest first. The card
 * is the setup intent that the caller read it with, at most 15 minutes ago and for one refund: 409 `card_read_elsewhere`,
 * `card_read_expired`, `card_read_used`, `card_not_ready`, `stored_card_refused`; 404 `setup_intent_not_found`. A payment method, which
 * any caller could name, needs SalesManager, and so do a customer's charges: 403 `forbidden`. 409 `not_enough_to_refund` with `refundable`
 * in its details, 409 `card_unknown`, 409 `another_card` if `last4` is not the card's. The note defaults to the description. If `missing`
 * is above 0, `status` is `partial`: those charges were refunded outside Washdesk during the call.
 */
export const openRefund = endpoint({
  id: 'openRefund',
  method: 'POST',
  path: '/refund',
  access: atLeastRole('User'),
  summary: 'Refund to a card without naming a charge',
  query: z.object({ last4: last4.optional() }),
  body: z
    .object({
      amount: cents,
      description,
      paymentMethod: cardReference.optional(),
      setupIntent: providerId.optional(),
      last4: last4.optional(),
      brand: trimmedText(20).optional(),
      customer: providerId.optional(),
      note: note.optional(),
      notes: note.optional(),
    })
    .refine((body) => body.paymentMethod ?? body.setupIntent, { path: ['paymentMethod'], message: 'a card is needed' })
    .refine((body) => hasNote(body) || Boolean(body.description), noNote),
  response: oneRefund.omit({ charge: true }).extend({ missing: z.int(), refunds: z.array(oneRefund) }),
  idempotency: 'required',
  approvable: true,
});
