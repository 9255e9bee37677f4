import { z } from 'zod';
import { memberLanguages } from '@washdesk/rules/text/languages';
import { endpoint, payerAccess, publicAccess } from '../endpoint.ts';
import { isoTime, plainText, uuid } from '../values.ts';

/**
 * Sends a link and a code to the address on record of the member whom an email address, phone number or plate belongs to. The response is
 * the same whether or not there is one (docs/rules/members.md#self-service). 429 `too_many_requests`.
 */
export const requestMemberLink = endpoint({
  id: 'requestMemberLink',
  method: 'POST',
  path: '/member/signin',
  access: publicAccess,
  summary: 'Send a member a sign-in link',
  body: z.object({
    contact: plainText(254).min(3, 'must be an email address, phone number or plate'),
    lang: z.enum(memberLanguages).default('en'),
  }),
  response: z.object({ request: uuid, minutes: z.int() }),
});

/**
 * Opens a session with the token of a link, or with the code of a request. The session is an HttpOnly cookie. That of a payment link opens the
 * overview, the card and the payment; other calls get 403 `code_required` (`requestMemberCode`). 403 `link_invalid` for a link that is
 * unknown, used or expired, 403 `code_wrong`, 403 `code_invalid` after five wrong codes, 429 `too_many_attempts`.
 */
export const openMemberSession = endpoint({
  id: 'openMemberSession',
  method: 'POST',
  path: '/member/session',
  access: publicAccess,
  summary: 'Sign in a member by link or code',
  body: z
    .object({
      token: z
        .string()
        .regex(/^[\w-]{43}$/, 'must be the token of a link')
        .optional(),
      request: uuid.optional(),
      code: z
        .string()
        .regex(/^\d{6}$/, 'must be 6 digits')
        .optional(),
    })
    .refine(({ token, request, code }) => token !== undefined || (request !== undefined && code !== undefined), {
      path: ['token'],
      message: 'must be given, or a request with its code',
    }),
  response: z.object({ expires: isoTime }),
});

/** Ends the session of the browser, if there is one. */
export const endMemberSession = endpoint({
  id: 'endMemberSession',
  method: 'DELETE',
  path: '/member/session',
  access: publicAccess,
  summary: 'Sign out a member',
  response: z.object({ ended: z.literal(true) }),
});

/**
 * Sends a code to the member of a session that a payment link opened. With it, `openMemberSession` opens everything. 429
 * `too_many_requests`.
 */
export const requestMemberCode = endpoint({
  id: 'requestMemberCode',
  method: 'POST',
  path: '/member/code',
  access: payerAccess,
  summary: 'Send the signed-in member a code',
  body: z.object({ lang: z.enum(memberLanguages) }),
  response: requestMemberLink.response,
});
