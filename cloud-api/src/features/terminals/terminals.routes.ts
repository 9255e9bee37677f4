import { connectionToken, listReaders } from '@washdesk/contracts/terminal';
import { Failure } from '../../http/failure.ts';
import { principalOf, route, type Route } from '../../http/route.ts';
import { PaymentsUnavailable, type Payments } from '../../ports/payments.ts';

/** In words for a cashier, whatever the provider's trouble was. @throws Failure 503 `stripe_unavailable` */
async function orUnavailable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof PaymentsUnavailable) throw new Failure(503, 'stripe_unavailable', error.message, { cause: error });
    throw error;
  }
}

export function terminalsRoutes(payments: Payments): Route[] {
  return [
    route(listReaders, async ({ query }) => {
      const readers = await orUnavailable(payments.readers(query.location));
      return { readers, count: readers.length };
    }),
    route(connectionToken, async ({ caller }) => ({
      secret: await orUnavailable(payments.connectionToken(principalOf(caller).locationId)),
    })),
  ];
}
