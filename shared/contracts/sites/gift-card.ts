import { z } from 'zod';
import { payableCents } from '@washdesk/rules/billing/money';
import { endpoint, signedIn } from '../endpoint.ts';
import { plainText } from '../values.ts';

/** Upper-cased (docs/rules/sites.md#sales). */
const params = z.object({
  code: plainText(40)
    .min(1, 'must not be empty')
    .transform((code) => code.toUpperCase()),
});

/**
 * A gift card in dollars, as screens read it. `USED` is zero or negative: BALANCE is CREDIT plus USED. OBJID is the card's id at its site,
 * omitted by an older agent.
 */
const giftCard = z.object({
  OBJID: z.int().optional(),
  CODE: z.string(),
  PLANNAME: z.string(),
  CREDIT: z.number(),
  USED: z.number(),
  BALANCE: z.number(),
});
export type GiftCard = z.infer<typeof giftCard>;

/** Returns cents; 0 if the amount is invalid. */
const deductible = (value: string | number): number => payableCents(String(value)) ?? 0;

/** Dollars in the request, cents in the code. */
const dollars = z
  .union([z.number(), z.string()])
  .refine((value) => deductible(value) > 0, 'must be dollars above 0 with at most two decimals')
  .transform(deductible);

/** Lists the cards with that code at the session's site; empty for an unknown code. 409 `no_location`, 503 `site_unreachable`. */
export const findGiftCards = endpoint({
  id: 'findGiftCards',
  method: 'GET',
  path: '/firebird/giftcard/{code}',
  access: signedIn,
  summary: 'Look up a gift card',
  looksUpNumber: true,
  params,
  response: z.array(giftCard),
});

/**
 * Deducts the amount from one card with that code and returns all of them: from the card with the OBJID `card`, otherwise from the oldest
 * with enough balance. The same key never deducts twice. 404 `gift_card_not_found` 'Giftcard code not found' or 'This card no longer has this code'; 409 `zero_balance` 'Giftcard has zero balance', 409 `exceeds_balance` 'Amount exceeds balance'; 503
 * `site_unreachable`: nothing was deducted; 503 `outcome_unknown`: repeat with the same key to get the outcome.
 */
export const deductGiftCard = endpoint({
  id: 'deductGiftCard',
  method: 'POST',
  path: '/firebird/giftcard/{code}',
  access: signedIn,
  summary: 'Deduct from a gift card',
  looksUpNumber: true,
  params,
  body: z.object({ amount: dollars, card: z.int32().positive().optional() }),
  response: z.array(giftCard),
  idempotency: 'required',
});
