import { checkoutState, startCheckout } from '@washdesk/contracts/billing/checkout';
import type { Caller } from '../../../../common/caller.ts';
import { customerNetwork } from '../../../../common/networks.ts';
import { rateLimiter, type RateLimiter } from '../../../../common/rate-limit.ts';
import { requiredKey, route, type Route } from '../../../../http/route.ts';
import { visitorCookie, visitorOf, type SessionKeys } from '../visitors.ts';
import type { CompleteCheckoutService } from './complete-checkout.service.ts';
import type { StartCheckoutService } from './start-checkout.service.ts';

interface Services {
  starts: StartCheckoutService;
  completions: CompleteCheckoutService;
  keys: SessionKeys;
}

/** Calls per minute and address. The endpoints are public, and each call queries the provider. */
const startsPerMinute = 60;
const readsPerMinute = 120;

export function checkoutRoutes({ starts, completions, keys }: Services): Route[] {
  const [begun, read] = [rateLimiter(startsPerMinute, 60), rateLimiter(readsPerMinute, 60)];
  const counted = (limiter: RateLimiter, { ip }: Caller): Promise<void> => limiter.use(customerNetwork(ip));
  return [
    route(startCheckout, async ({ body, caller, cookies, idempotencyKey }) => {
      await counted(begun, caller);
      const visitor = visitorOf(cookies(visitorCookie), caller.ip);
      const { sessionKey, ...form } = body;
      keys.require(sessionKey, visitor);
      return starts.start(form, requiredKey(idempotencyKey), { requestId: caller.requestId, address: caller.ip, visitor });
    }),
    route(checkoutState, async ({ params, caller }) => {
      await counted(read, caller);
      return completions.result(params.session_id, caller.requestId);
    }),
  ];
}
