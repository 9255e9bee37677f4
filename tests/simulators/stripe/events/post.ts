import { createHmac } from 'node:crypto';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

const answerWithinMs = 10_000;

/** Sends one signed event. Returns false for anything but 2xx: another status, a redirect, no response. */
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
    // unreachable: it counts as not delivered and is retried
    return false;
  }
}

/** Returns the payload's `stripe-signature` header. @param at epoch seconds of system time, which receivers compare with theirs */
function signature(payload: string, secret: string, at: number): string {
  const hash = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');
  return `t=${at},v1=${hash}`;
}
