import { z } from 'zod';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { numberText, trimmedText } from '../values.ts';
import { promo } from './promo.ts';
import { reasonKinds } from './reference.ts';

const words = trimmedText(120).min(1, 'must not be empty');
const kinds = z
  .array(z.enum(reasonKinds))
  .min(1, 'must be for one operation at least')
  .transform((given) => reasonKinds.filter((kind) => given.includes(kind)));

/** Adds a promotion. Promotions are never deleted, because sign-ups refer to them. */
export const addPromo = endpoint({
  id: 'addPromo',
  method: 'POST',
  path: '/promo',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: 'Add a promotion',
  body: z.object({ description: words }),
  response: promo,
});

/** 404 `promo_not_found`; 409 `changed_meanwhile` if `was` is outdated. */
export const changePromo = endpoint({
  id: 'changePromo',
  method: 'PUT',
  path: '/promo/{id}',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: 'Change a promotion',
  params: z.object({ id: numberText }),
  body: z.object({ description: words, active: z.boolean(), was: z.object({ description: words, active: z.boolean() }).optional() }),
  response: promo,
});

const listedReason = z.object({
  reasonvalue: z.string(),
  reasontext: z.string(),
  kinds: z.array(z.enum(reasonKinds)),
  active: z.boolean(),
});
export type ListedReason = z.infer<typeof listedReason>;

export const listAllReasons = endpoint({
  id: 'listAllReasons',
  method: 'GET',
  path: '/admin/reasons',
  access: atLeastRole('Admin'),
  summary: 'All reasons, including withdrawn ones',
  response: z.object({ reasons: z.array(listedReason), count: z.int() }),
});

/** `reasonvalue` is stored in notes and at Stripe; it stays when the text changes. 409 `reason_exists`. */
export const addReason = endpoint({
  id: 'addReason',
  method: 'POST',
  path: '/admin/reasons',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: 'Add a reason',
  body: z.object({ reasontext: words, kinds }),
  response: listedReason,
});

const reasonValue = { reasontext: words, kinds, active: z.boolean() };

/** 404 `reason_not_found`; 409 `changed_meanwhile` if `was` is outdated. */
export const changeReason = endpoint({
  id: 'changeReason',
  method: 'PUT',
  path: '/admin/reasons/{reasonvalue}',
  access: atLeastRole('Admin'),
  idempotency: 'optional',
  summary: 'Change a reason',
  params: z.object({ reasonvalue: trimmedText(60).min(1) }),
  body: z.object({ ...reasonValue, was: z.object(reasonValue).optional() }),
  response: listedReason,
});
