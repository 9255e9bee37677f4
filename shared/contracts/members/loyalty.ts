import { z } from 'zod';
import { entryWords, isTheCardNumber } from '@washdesk/rules/customers/customer-entry';
import { loyaltyGroups } from '@washdesk/rules/plans/loyalty';
import { atLeastRole, endpoint, signedIn } from '../endpoint.ts';
import { codeText, noCache, plainText, providerId } from '../values.ts';
import { customerFields } from './customer-payload.ts';

const cardNumber = codeText.refine(isTheCardNumber, entryWords.theCard);
const groups = z.array(z.enum(loyaltyGroups));
const wantedGroups = groups
  .min(1)
  .max(loyaltyGroups.length)
  .refine((wanted) => wanted.length === 1 || !wanted.includes('None'), "'None' must be the only value");

const { LastName, FirstName, Email, Zipcode, CellPhone, SecondaryCode } = customerFields;
/** The card's data about its holder (docs/rules/members.md#loyalty). */
const cardFields = { LastName, FirstName, Email, Zipcode, CellPhone, SecondaryCode, NPCStatus: plainText(20) } as const;
export type CardFieldName = keyof typeof cardFields;
const fieldNames = Object.keys(cardFields) as [CardFieldName, ...CardFieldName[]];
const shown = Object.fromEntries(fieldNames.map((name) => [name, z.string().nullable()])) as Record<
  CardFieldName,
  z.ZodNullable<z.ZodString>
>;

/** Fields are null if unknown or if the customer has no card. */
const loyaltyMember = z.object({
  customer: z.string(),
  TheCardNumber: z.string().nullable(),
  ...shown,
  groups,
  /** Whether the card is linked to the gates. */
  linked: z.boolean(),
});
export type LoyaltyMemberView = z.infer<typeof loyaltyMember>;

/** The three field names under which a call may send the customer; the first takes precedence. */
const whose = { customer: providerId.optional(), stripeCustomer: providerId.optional(), id: providerId.optional() };

/**
 * Step 4 of a sign-up with a card number. With `X-Operation` it registers the card of that sign-up's customer. Otherwise it assigns the
 * number to the customer, also at Stripe; without a number it registers the customer's own. 404 `customer_not_found`; 409 `card_taken`,
 * `no_card`, `customer_deleted`; 503 `loyalty_unavailable`: retried automatically.
 */
export const registerLoyaltyCard = endpoint({
  id: 'registerLoyaltyCard',
  method: 'POST',
  path: '/thecard',
  access: signedIn,
  summary: 'Register a loyalty card',
  body: z.object({ ...whose, TheCardNumber: z.union([cardNumber, z.literal('')]).nullish() }),
  response: loyaltyMember,
  idempotency: 'required',
  stepOfOperation: true,
});

/** 404 `card_not_found`: the card has no holder. */
export const findLoyaltyCard = endpoint({
  id: 'findLoyaltyCard',
  method: 'GET',
  path: '/thecard/lookup/{number}',
  access: signedIn,
  summary: 'The holder of a loyalty card',
  looksUpNumber: true,
  params: z.object({ number: cardNumber }),
  response: loyaltyMember,
});

/**
 * Sets a group by hand. It stays until the customer's person, codes, plan or status change. Each call returns 404 `card_not_found` for an
 * unknown card.
 */
export const setCardGroup = endpoint({
  id: 'setCardGroup',
  method: 'POST',
  path: '/thecard/{card}/groups/{group}',
  access: atLeastRole('SalesManager'),
  idempotency: 'optional',
  summary: 'Set the group of a loyalty card by hand',
  params: z.object({ card: cardNumber, group: z.enum(loyaltyGroups) }),
  response: loyaltyMember,
});

export const setCardField = endpoint({
  id: 'setCardField',
  method: 'POST',
  path: '/thecard/{card}/{field}/{value}',
  access: atLeastRole('SalesManager'),
  idempotency: 'optional',
  summary: 'Change one field of a loyalty card by hand',
  params: z.object({ card: cardNumber, field: z.enum(fieldNames), value: plainText(200) }).superRefine(({ field, value }, context) => {
    const problems = cardFields[field].safeParse(value).error?.issues ?? [];
    for (const { message } of problems) context.addIssue({ code: 'custom', path: ['value'], message });
  }),
  response: loyaltyMember,
});

/** Changes only the given fields; an empty value clears one. */
export const editLoyaltyCard = endpoint({
  id: 'editLoyaltyCard',
  method: 'PUT',
  path: '/thecard/{card}',
  access: atLeastRole('SalesManager'),
  idempotency: 'optional',
  summary: 'Change a loyalty card by hand',
  params: z.object({ card: cardNumber }),
  body: z
    .object(cardFields)
    .partial()
    .refine((fields) => Object.keys(fields).length > 0, `must name one of ${fieldNames.join(', ')}`),
  response: loyaltyMember,
});

/**
 * Step 5 of a sign-up and of every plan change: with `X-Operation` runs the job of that operation, otherwise that of `customer`. 404
 * `customer_not_found`; 409 `customer_deleted`; 503 `loyalty_unavailable` 'Error Linking with Logix': retried automatically.
 */
export const linkLoyalty = endpoint({
  id: 'linkLoyalty',
  method: 'POST',
  path: '/logix',
  access: signedIn,
  idempotency: 'natural',
  summary: 'Link a customer to the gate and loyalty system',
  body: z.object(whose),
  response: loyaltyMember,
  stepOfOperation: true,
});

/**
 * Like `linkLoyalty`: sets the groups that follow from the plan. `groups` sets others by hand for a customer or for the holder of
 * `cardNumber` (404 `card_not_found`); this needs SalesManager (403). 503 `loyalty_unavailable` 'Unknown Error occurred updating groups'.
 */
export const updateLoyaltyGroups = endpoint({
  id: 'updateLoyaltyGroups',
  method: 'POST',
  path: '/logix/groups',
  access: signedIn,
  idempotency: 'optional',
  summary: 'Update the groups of a customer',
  body: z.object({ ...whose, cardNumber: cardNumber.optional(), groups: wantedGroups.optional() }),
  response: loyaltyMember,
  stepOfOperation: true,
});

/** 404 `card_not_found`. */
export const unlinkLoyalty = endpoint({
  id: 'unlinkLoyalty',
  method: 'DELETE',
  path: '/logix/{cardNumber}',
  access: atLeastRole('SalesManager'),
  idempotency: 'optional',
  summary: 'Remove the holder of a loyalty card from all groups',
  params: z.object({ cardNumber }),
  response: loyaltyMember,
});

/** 404 `customer_not_found`; 503 `loyalty_unavailable` 'Error loading thecard information'. */
export const customerLoyaltyCard = endpoint({
  id: 'customerLoyaltyCard',
  method: 'GET',
  path: '/customer/{id}/thecard',
  access: signedIn,
  summary: "A customer's loyalty card and groups",
  params: z.object({ id: providerId }),
  query: z.object({ noCache }),
  response: loyaltyMember,
});
