import { Stripe } from 'stripe';
import type { Priority } from '../../../ports/payments.ts';
import { limitedHttp } from './limited-http.ts';
import { allowancesFor, StripeCallLimiter } from './limiter.ts';

export interface StripeAddress {
  secretKey: string;
  host?: string | undefined;
  port?: number | undefined;
  protocol?: 'http' | 'https' | undefined;
  /** Calls per second for background work; a quarter of them to one endpoint. */
  backgroundPerSecond: number;
}

/** Keys contain their account's mode: `sk_live_…`, `rk_live_…`. */
export const isLiveKey = (secretKey: string): boolean => /^[rs]k_live_/.test(secretKey);

export const apiVersion = '2026-10-28.endive';
const timeoutMs = 10_000;

/** One account with two call priorities that share its rate limit. */
export type Connections = Record<Priority, Stripe>;

/** For a simulator, only host, port and protocol differ. */
export function connect(address: StripeAddress): Connections {
  const limiter = new StripeCallLimiter(allowancesFor(address.backgroundPerSecond));
  const connection = (priority: Priority): Stripe =>
    new Stripe(address.secretKey, {
      apiVersion,
      host: address.host,
      port: address.port,
      protocol: address.protocol,
      httpClient: limitedHttp(limiter, priority),
      telemetry: false,
      timeout: timeoutMs,
      maxNetworkRetries: 1,
      appInfo: { name: 'Washdesk' },
    });
  return { interactive: connection('interactive'), background: connection('background') };
}
