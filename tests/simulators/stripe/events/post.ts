import { createHmac } from 'node:crypto';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

const answerWithinMs = 10_000;

/** Sends one event, signed. False for whatever is no 2xx: another status, a redirect, no answer. */
export async function post({ url, secret }: WebhookEndpoint, payload: string): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature(payload, secret, Math.floor(Date.now() / 1_000)),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    // Not reachable: it counts as not delivered, and there will be another attempt.
    return false;
  }
}

/** The header `stripe-signature` of a payload. @param at epoch seconds of the system's time, which receivers compare with theirs */
function signature(payload: string, secret: string, at: number): string {
  const hash = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');
  return `t=${at},v1=${hash}`;
}
