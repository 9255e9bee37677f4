import { z } from 'zod';
import { atLeastRole, endpoint, publicAccess, signedIn } from '../endpoint.ts';
import { providerId, trimmedText } from '../values.ts';

/** Returns the system message. A message replaces the whole app with the notice page, even before sign-in in an unenrolled browser. */
export const systemMessage = endpoint({
  id: 'systemMessage',
  method: 'GET',
  path: '/communication/systemmessage',
  access: publicAccess,
  summary: 'The system message, or null',
  response: z.object({ message: z.string().nullable() }),
});

/**
 * Sets the system message for all users within a minute; an empty one removes it. Returns the message then in effect, which may be the
 * installation's.
 */
export const setSystemMessage = endpoint({
  id: 'setSystemMessage',
  method: 'PUT',
  path: '/communication/systemmessage',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: 'Set or remove the system message',
  body: z.object({ message: trimmedText(300), was: trimmedText(300).optional() }),
  response: systemMessage.response,
});

const messageAnswer = z.object({
  /** `sent`: the provider accepted it. */
  state: z.enum(['sent', 'not-possible']),
  channel: z.enum(['sms', 'email']).nullable(),
  /** Why it was not possible. */
  message: z.string().nullable(),
});
export type MessageAnswer = z.infer<typeof messageAnswer>;

/**
 * Step 4 of a sign-up without a loyalty card: sends a text to the cell phone, otherwise an email, otherwise returns 'not-possible'. With
 * `X-Operation` it sends the welcome message of that sign-up, otherwise one to `customer`. 404 `customer_not_found`; 409 `refused`, 503
 * `still_pending` 'Failed to Send Text Message - {message}'.
 */
export const sendWelcome = endpoint({
  id: 'sendWelcome',
  method: 'POST',
  path: '/communication/signup',
  access: signedIn,
  summary: 'Send the welcome message of a sign-up',
  body: z.object({ customer: providerId.optional(), stripeCustomer: providerId.optional(), id: providerId.optional() }),
  response: messageAnswer,
  idempotency: 'required',
  stepOfOperation: true,
});

/** The id of the receipt, or the payment provider's id of its subject. */
const receiptToSend = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{3,80}$/, 'must be the id of a receipt') });

/**
 * Sends the receipt to its customer as a text message. 404 `receipt_not_found`, `customer_not_found`; 409 `no_cell_phone`, `phone_not_textable`, `opted_out`,
 * `not_set_up`, `refused`; 503 `still_pending`: it is sent later.
 */
export const textReceipt = endpoint({
  id: 'textReceipt',
  method: 'POST',
  path: '/communication/text',
  access: signedIn,
  summary: 'Send a receipt to the cell phone of its customer',
  body: receiptToSend,
  response: messageAnswer,
  idempotency: 'required',
  approvable: true,
});

/** Sends the receipt as an email. Errors as for `textReceipt`, with 409 `no_email`, `bad_email`. */
export const emailReceipt = endpoint({
  id: 'emailReceipt',
  method: 'POST',
  path: '/communication/email',
  access: signedIn,
  summary: 'Send a receipt to the email address of its customer',
  body: receiptToSend,
  response: messageAnswer,
  idempotency: 'required',
});

/**
 * Texts the customer a link to Stripe's page of each unpaid invoice of a plan, at most five. 404 `subscription_not_found`, 409 `nothing_due`;
 * otherwise as for `textReceipt`.
 */
export const textPaymentLink = endpoint({
  id: 'textPaymentLink',
  method: 'POST',
  path: '/communication/paymentlink',
  access: atLeastRole('SalesManager'),
  summary: 'Text a customer the link to pay what a plan owes',
  body: z.object({ subscription: providerId }),
  response: messageAnswer,
  idempotency: 'required',
  approvable: true,
});
