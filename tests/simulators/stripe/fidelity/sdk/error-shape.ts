import type { ObjectShape, Shape } from '../shape.ts';

/** Fields that the SDK adds to an error, not sent over the wire. */
const notOnTheWire = new Set(['headers', 'statusCode', 'requestId', 'detail', 'exception', 'user_message']);

/** Values that real Stripe returns although the SDK does not list them. */
const missingFromSdk = ['subscription_payment_intent_requires_action'];

/** The raw error leaves its code open; the existing codes are listed where an object stores its last error. */
export function errorShape(raw: ObjectShape, declined: ObjectShape): ObjectShape {
  const fields = Object.fromEntries(Object.entries(raw.fields).filter(([name]) => !notOnTheWire.has(name)));
  const type: Shape = { kind: 'one of', values: ['api_error', 'card_error', 'idempotency_error', 'invalid_request_error'] };
  const code = declined.fields['code'];
  if (!code) throw new Error('No error codes found in the SDK');
  const known: Shape = { kind: 'union', of: [code.shape, { kind: 'one of', values: missingFromSdk }] };
  return {
    kind: 'object',
    fields: { ...fields, code: { ...code, shape: known }, type: { shape: type }, message: { shape: { kind: 'text' } } },
  };
}
