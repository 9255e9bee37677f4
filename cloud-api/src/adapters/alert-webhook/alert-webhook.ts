import { createHmac } from 'node:crypto';
import type { AlertWebhook } from '../../ports/alert-webhook.ts';
import type { Clock } from '../../ports/clock.ts';

const deadlineMs = 10_000;
/** Responses that end after a while: a timeout, too early, too many. */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

/** Returns the header by which a receiver knows the sender: `t=<seconds>,v1=<HMAC-SHA256 of "seconds.body">`, as Stripe's. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

/** Posts signed JSON. Redirects are not followed: the signature is for this address. */
export const alertWebhook = (systemClock: Clock): AlertWebhook => ({
  async call({ url, secret, body: content }) {
    const body = JSON.stringify(content);
    const seconds = Math.floor(systemClock.now().getTime() / 1_000);
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: { 'content-type': 'application/json', 'washdesk-signature': signatureOf(secret, seconds, body) },
        signal: AbortSignal.timeout(deadlineMs),
      });
      await response.body?.cancel();
      if (response.ok) return { kind: 'accepted' };
      const reason = `The webhook’s receiver answered ${response.status}`;
      return { kind: response.status >= 500 || passing.has(response.status) ? 'later' : 'refused', reason };
    } catch {
      return { kind: 'later', reason: 'The webhook’s receiver isn’t responding' };
    }
  },
});
