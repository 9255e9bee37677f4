import { randomUUID } from 'node:crypto';
import type { ApiClient, Reply } from '@washdesk/cloud-api/testing/api-client';
import type { BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { presentCard } from '@washdesk/stripe-simulator/cards/present';

/** A request at a counter: executed once, or rejected, regardless of the connections. */
export interface MoneyRequest {
  what: 'charge' | 'reader charge' | 'refund' | 'sign-up';
  /** The idempotency keys, one for each new press. */
  keys: string[];
  /** The customer at Stripe whose money moves. */
  customer: string;
  amount: number;
  /** Whether the paying card declines. */
  declines: boolean;
  /** Sends the request under the same key until a response arrives, and returns it. */
  send(retryBehaviour: RetryBehaviour): Promise<Reply>;
}

/** The behavior of people and connections between the counter and the cloud. */
export interface RetryBehaviour {
  /** Random for each call: pressed twice at once. */
  twice(): boolean;
  /** Milliseconds until the connection is cut, or null. */
  cutAfterMs(): number | null;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const isFinal = ({ status }: Reply): boolean => status < 500 && status !== 429 && status !== 409;
const waitMs = scaledTimeout(120_000);

async function pressed(person: ApiClient, path: string, body: unknown, key: string, retryBehaviour: RetryBehaviour): Promise<Reply> {
  const press = (timeoutMs?: number): Promise<Reply> => person.post(path, body, { key, timeoutMs });
  const cut = retryBehaviour.cutAfterMs() ?? undefined;
  if (!retryBehaviour.twice()) return press(cut);
  const [first] = await Promise.all([press(cut), press()]);
  return first;
}

/**
 * Retries like a browser: the same key until the response is final. While the cloud is down there is no limit: the duration of a start says
 * nothing about its responses.
 * @throws Error if a running cloud does not respond for long
 */
export async function untilAnswered(
  person: ApiClient,
  path: string,
  body: unknown,
  key: string,
  retryBehaviour: RetryBehaviour,
): Promise<Reply> {
  let since = performance.now();
  let last = 'nothing';
  while (performance.now() - since < waitMs) {
    try {
      const answer = await pressed(person, path, body, key, retryBehaviour);
      if (isFinal(answer)) return answer;
      last = JSON.stringify(answer.body);
    } catch (error) {
      // fetch's own failures are the connections that this test cuts; any other is a finding
      if (!(error instanceof TypeError) && !(error instanceof DOMException)) throw error;
      last = String(error);
      if (isNobodyThere(error)) since = performance.now();
    }
    await pause(100);
  }
  throw new Error(`${path} had no response for ${waitMs} ms; the last was ${last}`);
}

/** Whether fetch failed because the connection was refused, or ended with the process at its other end; only the error's cause shows it. */
const isNobodyThere = ({ cause }: Error): boolean =>
  cause instanceof Error && 'code' in cause && ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'].includes(String(cause.code));

interface Customer {
  customer: string;
  card: string;
  declines: boolean;
}

export function chargeOf(person: ApiClient, { customer, card, declines }: Customer, amount: number): MoneyRequest {
  const key = randomUUID();
  const body = { amount, description: 'Wax', customerId: customer, payment_method: card };
  const send = (retryBehaviour: RetryBehaviour): Promise<Reply> => untilAnswered(person, '/paymentintent', body, key, retryBehaviour);
  return { what: 'charge', keys: [key], customer, amount, declines, send };
}

/** A reader's charge: begun, tapped, captured; the customer taps once the reader requests the card. */
export function readerChargeOf(
  person: ApiClient,
  { stripe }: BillingCloud,
  { customer }: Customer,
  amount: number,
  number: string,
): MoneyRequest {
  const keys = [randomUUID(), randomUUID()];
  const [begin = '', capture = ''] = keys;
  const body = { amount, originalamount: amount, saleid: randomUUID().slice(0, 8), usePayTerminal: 'yes', customerId: customer };
  return {
    what: 'reader charge',
    keys,
    customer,
    amount,
    declines: number !== '4242424242424242',
    async send(retryBehaviour) {
      const begun = await untilAnswered(person, '/paymentintent', body, begin, retryBehaviour);
      if (begun.status !== 200) return begun;
      const id = String(begun.body['id']);
      const { declined } = presentCard(stripe.sandbox, id, { number });
      // the reader reports the decline to its browser, which then requests no capture
      if (declined) return { status: 402, body: { code: 'card_declined' } };
      return untilAnswered(person, `/paymentintent/${id}/capture`, {}, capture, retryBehaviour);
    },
  };
}

export function refundOf(person: ApiClient, { customer, charge }: { customer: string; charge: string }, amount: number): MoneyRequest {
  const key = randomUUID();
  const send = (retryBehaviour: RetryBehaviour): Promise<Reply> =>
    untilAnswered(person, `/refund/${charge}`, { amount, notes: 'Rain' }, key, retryBehaviour);
  return { what: 'refund', keys: [key], customer, amount, declines: false, send };
}

export function signUpOf(person: ApiClient, { customer, card, declines }: Customer): MoneyRequest {
  const key = randomUUID();
  const body = { stripeCustomer: customer, PaymentMethodId: card, PlanId: 'price_SuperKiss_12' };
  const send = (retryBehaviour: RetryBehaviour): Promise<Reply> => untilAnswered(person, '/subscription', body, key, retryBehaviour);
  return { what: 'sign-up', keys: [key], customer, amount: 0, declines, send };
}
