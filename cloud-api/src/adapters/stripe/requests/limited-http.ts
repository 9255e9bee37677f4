import { setTimeout as sleep } from 'node:timers/promises';
import { Stripe } from 'stripe';
import type { Priority } from '../../../ports/payments.ts';
import type { StripeCallLimiter } from './limiter.ts';
import { orderedParameters } from './ordered-parameters.ts';

/** First segments that are no collection themselves. */
const groups = new Set(['terminal', 'checkout', 'test_helpers']);

/** Segments that stand where an id would. */
const actions = new Set(['create_preview']);

/** The name under which Stripe counts calls: the method and the path without ids, `POST /v1/invoices/:id/pay`. */
export function endpointOf(method: string, path: string): string {
  const [, version, ...segments] = path.replace(/\?.*/, '').split('/');
  const idAt = groups.has(segments[0] ?? '') ? 2 : 1;
  const names = segments.map((segment, at) => (at >= idAt && (at - idAt) % 2 === 0 && !actions.has(segment) ? ':id' : segment));
  return `${method} /${[version, ...names].join('/')}`;
}

/** How long to wait before each repetition, in milliseconds: short for a person, long for the background. */
const retryDelaysMs: Record<Priority, readonly number[]> = {
  interactive: [100, 200, 400],
  background: [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000],
};

/** Too many requests, or another one under way with the same idempotency key. */
const passingStatuses: readonly number[] = [409, 429];

/** Stripe's words for a limit of the one endpoint that was asked. */
const endpointReasons: readonly unknown[] = ['endpoint-rate', 'endpoint-concurrency'];

/**
 * The SDK's own HTTP client behind the limiter: so every request passes it, the SDK's repetitions and page turns too. What
 * Stripe refuses for its rate is repeated here as it is, hence with the same idempotency key. Parameters leave in one order.
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
      // a GET has none here; a file goes out in parts, as bytes
      const isForm = typeof parameters === 'string' && parameters !== '';
      const body = isForm ? orderedParameters(parameters) : parameters;
      for (let repetition = 0; ; repetition += 1) {
        await limiter.turn(endpoint, priority);
        const response = await http.makeRequest(host, port, path, method, headers, body, ...rest);
        const ms = retryDelaysMs[priority][repetition];
        if (ms === undefined || !passingStatuses.includes(response.getStatusCode())) return response;
        // an answer that nobody reads would hold its connection
        await response.toJSON();
        await waitAfter(response, endpoint, ms);
      }
    },
  };
}
