import { setTimeout as sleep } from 'node:timers/promises';
import { Stripe } from 'stripe';
import type { Priority } from '../../../ports/payments.ts';
import type { StripeCallLimiter } from './limiter.ts';
import { orderedParameters } from './ordered-parameters.ts';

/** First segments that are not a collection. */
const groups = new Set(['terminal', 'checkout', 'test_helpers']);

/** Segments in the position of an id. */
const actions = new Set(['create_preview']);

/** The name under which Stripe counts calls: the method and the path without ids, `POST /v1/invoices/:id/pay`. */
export function endpointOf(method: string, path: string): string {
  const [, version, ...segments] = path.replace(/\?.*/, '').split('/');
  const idAt = groups.has(segments[0] ?? '') ? 2 : 1;
  const names = segments.map((segment, at) => (at >= idAt && (at - idAt) % 2 === 0 && !actions.has(segment) ? ':id' : segment));
  return `${method} /${[version, ...names].join('/')}`;
}

/** Delay before each retry, in milliseconds: short for interactive calls, long for background ones. */
const retryDelaysMs: Record<Priority, readonly number[]> = {
  interactive: [100, 200, 400],
  background: [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000],
};

/** Too many requests, or another request in progress with the same idempotency key. */
const passingStatuses: readonly number[] = [409, 429];

/** Stripe's codes for a limit of the called endpoint. */
const endpointReasons: readonly unknown[] = ['endpoint-rate', 'endpoint-concurrency'];

/**
 * The SDK's HTTP client behind the limiter, so that every request passes it, including the SDK's retries and pagination. A request rejected
 * for its rate is retried unchanged, with the same idempotency key. Parameters are sent in a fixed order.
 */
export function limitedHttp(limiter: StripeCallLimiter, priority: Priority): Stripe.HttpClient {
  const http = Stripe.createNodeHttpClient();

  async function waitAfter(response: Stripe.HttpClientResponse, endpoint: string, ms: number): Promise<void> {
    if (priority === 'interactive' || response.getStatusCode() === 409) {
      await sleep(ms);
      return;
    }
    const ofEndpoint = endpointReasons.includes(response.getHeaders()['stripe-rate-limited-reason']);
    limiter.restBackground(ofEndpoint ? endpoint : null, ms);
  }

  return {
    getClientName: () => http.getClientName(),
    async makeRequest(host, port, path, method, headers, parameters, ...rest) {
      const endpoint = endpointOf(method, path);
      // a GET has none here; a file is sent in parts, as bytes
      const isForm = typeof parameters === 'string' && parameters !== '';
      const body = isForm ? orderedParameters(parameters) : parameters;
      for (let repetition = 0; ; repetition += 1) {
        await limiter.turn(endpoint, priority);
        const response = await http.makeRequest(host, port, path, method, headers, body, ...rest);
        const ms = retryDelaysMs[priority][repetition];
        if (ms === undefined || !passingStatuses.includes(response.getStatusCode())) return response;
        // an unread response body would keep its connection open
        await response.toJSON();
        await waitAfter(response, endpoint, ms);
      }
    },
  };
}
