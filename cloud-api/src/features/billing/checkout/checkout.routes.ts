import { checkoutState, startCheckout } from '@washdesk/contracts/billing/checkout';
import type { Caller } from '../../../common/caller.ts';
import { customerNetwork } from '../../../common/networks.ts';
import { rateLimiter } from '../../../common/rate-limit.ts';
import { requiredKey, route, type Route } from '../../../http/route.ts';
import type { CompleteCheckoutService } from './complete-checkout.service.ts';
import type { StartCheckoutService } from './start-checkout.service.ts';

interface Services {
  starts: StartCheckoutService;
  completions: CompleteCheckoutService;
}

/** Calls per minute and address. The endpoint is public, and each call queries the provider. */
const callsPerMinute = 60;

export function checkoutRoutes({ starts, completions }: Services): Route[] {
  const calls = rateLimiter(callsPerMinute, 60);
  const counted = ({ ip }: Caller): Promise<void> => calls.use(customerNetwork(ip));
  return [
    route(startCheckout, async ({ body, caller, idempotencyKey }) => {
      await counted(caller);
      return starts.start(body, requiredKey(idempotencyKey), caller.requestId);
    }),
    route(checkoutState, async ({ params, caller }) => {
      await counted(caller);
      return completions.result(params.session_id, caller.requestId);
    }),
  ];
}
