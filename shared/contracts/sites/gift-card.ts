import { payableCents } from '@washdesk/rules/billing/money';
import { z } from 'zod';
import { endpoint, signedIn } from '../endpoint.ts';
import { trimmedText } from '../values.ts';

/** Upper-cased (docs/rules/sites.md#sales). */
const params = z.object({
  code: trimmedText(40)
    .min(1, 'must not be empty')
    .transform((code) => code.toUpperCase()),
});

/** A gift card in dollars, as screens read it. `USED` is zero or below: BALANCE is CREDIT plus USED. */
const giftCard = z.object({ CODE: z.string(), PLANNAME: z.string(), CREDIT: z.number(), USED: z.number(), BALANCE: z.number() });
export type GiftCard = z.infer<typeof giftCard>;

/** Cents; 0 for an amount that cannot be taken. */
const deductible = (value: string | number): number => payableCents(String(value)) ?? 0;

/** Dollars in the request, cents in the code. */
const dollars = z
  .union([z.number(), z.string()])
  .refine((value) => deductible(value) > 0, 'must be dollars above 0 with at most two decimals')
  .transform(deductible);

/** Every card of that code at the session's site; none for a code that nobody has. 409 `no_location`, 503 `site_unreachable`. */
export const findGiftCards = endpoint({
  id: 'findGiftCards',
  method: 'GET',
  path: '/firebird/giftcard/{code}',
  access: signedIn,
  summary: 'Look a gift card up',
  params,
  response: z.array(giftCard),
});

/**
 * Takes the amount from one card of that code and answers them all. The same key never takes it twice. 404 `gift_card_not_found`
 * 'Giftcard code not found'; 409 `zero_balance` 'Giftcard has zero balance', 409 `exceeds_balance` 'Amount exceeds balance'; 503
 * `site_unreachable`: nothing was taken; 503 `outcome_unknown`: the same key asks again.
 */
export const deductGiftCard = endpoint({
  id: 'deductGiftCard',
  method: 'POST',
  path: '/firebird/giftcard/{code}',
  access: signedIn,
  summary: 'Deduct from a gift card',
  params,
  body: z.object({ amount: dollars }),
  response: z.array(giftCard),
  idempotency: 'required',
});
