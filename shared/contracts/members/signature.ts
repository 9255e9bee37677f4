import { z } from 'zod';
import { endpoint, signedIn, type Access } from '../endpoint.ts';
import { liveTopic } from '../live-topic.ts';
import { isoTime, nextPage, noCache, providerId, siteNumber, trimmedText, uuid } from '../values.ts';

/** A request is signed once; a withdrawn request is `cancelled`. */
export const signatureState = z.enum(['pending', 'signed', 'cancelled']);

/** A request in a tablet's list (docs/rules/members.md#signatures). `price` in cents per month before tax, `total` with tax (missing in agreements of earlier releases), `duration` in months. */
export const signatureRequest = z.object({
  id: uuid,
  receiptid: uuid,
  customer: z.string(),
  subscription: z.string().nullable(),
  plate: z.string().nullable(),
  site: z.int(),
  terminal: z.string().nullable(),
  employee: z.string().nullable(),
  sold: isoTime,
  item: z.string(),
  price: z.int(),
  total: z.int().optional(),
  duration: z.int(),
  state: signatureState,
  requested: isoTime,
  signed: isoTime.nullable(),
  /** 'signed at register by {employee}' if signed without an enrolled tablet. */
  remark: z.string().nullable().default(null),
  /** The name that the customer typed instead of drawing a signature; null for a drawing. */
  typedName: z.string().nullable().default(null),
  /** SHA-256 of the agreement, in hex: proves that the requested text was signed. */
  hash: z.string(),
});
export type SignatureRequest = z.infer<typeof signatureRequest>;

/** The maximum size in bytes of a tablet's PNG, and of its longest side in pixels. */
export const largestSignature = { bytes: 300 * 1024, side: 2_000 };

/** A PNG in base64, or as a data URL. */
const png = z
  .string()
  .max(Math.ceil(largestSignature.bytes / 3) * 4 + 'data:image/png;base64,'.length, 'must be a PNG of at most 300 KB')
  .regex(/^(?:data:image\/png;base64,)?[A-Za-z0-9+/]+={0,2}$/, 'must be a PNG in base64');

/** An enrolled tablet, or anyone signed in; not a register without a sign-in. */
const tabletAccess: Access = { kind: 'device', kinds: ['tablet'] };

/**
 * With `X-Operation` sends the request of this sign-up and ignores the body. Otherwise creates a request for the sign-up's receipt: the
 * given one, otherwise the plan's, otherwise the customer's newest. It waits at the session's terminal. 201 if a tablet polled for
 * signatures within 15 s, otherwise 202 with a `message` for the screen. 404 `receipt_not_found`, `signature_not_found`, 409
 * `signature_cancelled`, `no_location`.
 */
export const requestSignature = endpoint({
  id: 'requestSignature',
  method: 'POST',
  path: '/signature',
  access: signedIn,
  idempotency: 'optional',
  summary: "Request a customer's signature on the tablet for a sign-up agreement",
  stepOfOperation: true,
  body: z.object({
    customer: providerId.optional(),
    subscription: providerId.optional(),
    receiptid: uuid.optional(),
  }),
  response: z.object({ id: uuid, state: signatureState, tablet: z.boolean(), message: z.string().nullable() }),
});

/** A Sitewatch terminal. */
const terminal = trimmedText(30).min(1, 'must not be empty');

/**
 * The pending requests of a place have changed: the tablets there read them again. Says nothing of the customer. A null `terminal` means
 * all tablets of the site.
 */
export const signaturesTopic = liveTopic({
  name: 'signatures',
  audiences: { site: tabletAccess },
  filter: z.object({ terminal: terminal.optional() }),
  message: z.object({ type: z.literal('signatures'), site: siteNumber, terminal: z.string().nullable() }),
});

/**
 * Lists requests of the last day at the tablet's terminal, or at its site if it has no terminal; `terminal` then limits them. Polled every
 * 5 s (docs/rules/members.md#signatures). A poll may answer from a list that is a second old; `noCache=true` reads it.
 */
export const waitingSignatures = endpoint({
  id: 'waitingSignatures',
  method: 'GET',
  path: '/signature',
  access: tabletAccess,
  summary: 'Pending signature requests at this terminal',
  conditional: true,
  query: z.object({ terminal: terminal.optional(), noCache }),
  response: z.object({ signatures: z.array(signatureRequest), count: z.int(), next_page: nextPage }),
});

/** The name as a signature, for customers who cannot draw one: at least two letters of any script. */
const typedName = trimmedText(80).regex(/\p{L}.*\p{L}/u, 'must be a name');

/**
 * Stores the signature: a drawing, or the typed name of a customer who cannot draw. Repeating the same one returns the same response. 400
 * if not a PNG or not a name, 404 `signature_not_found`, 409 `already_signed`, `signature_cancelled`.
 */
export const signAgreement = endpoint({
  id: 'signAgreement',
  method: 'PUT',
  path: '/signature',
  access: tabletAccess,
  idempotency: 'natural',
  summary: "Submit a customer's signature",
  largestBody: '512kb',
  body: z
    .object({ id: uuid, signature: png.optional(), typedName: typedName.optional() })
    .refine(({ signature, typedName: typed }) => (signature === undefined) !== (typed === undefined), {
      path: ['signature'],
      message: 'must be a PNG, or typedName a name',
    }),
  response: signatureRequest,
});

/** Cancels the request of a customer who left without signing. A signed request stays: 409 `already_signed`. */
export const cancelSignature = endpoint({
  id: 'cancelSignature',
  method: 'DELETE',
  path: '/signature/{id}',
  access: signedIn,
  idempotency: 'natural',
  summary: 'Cancel a signature request',
  params: z.object({ id: uuid }),
  response: signatureRequest,
});

/** Lists a customer's signatures, newest first. `signature` is the PNG as a data URL, null for a typed name. 404 `customer_not_found`. */
export const customerSignatures = endpoint({
  id: 'customerSignatures',
  method: 'GET',
  path: '/customer/{id}/signatures',
  access: signedIn,
  summary: "A customer's signatures and signature requests",
  params: z.object({ id: providerId }),
  query: z.object({ noCache }),
  response: z.object({
    signatures: z.array(signatureRequest.extend({ signature: z.string().nullable() })),
    count: z.int(),
    next_page: nextPage,
  }),
});
