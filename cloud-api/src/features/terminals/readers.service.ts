import type { Reader } from '@washdesk/contracts/terminal';
import { Failure } from '../../http/failure.ts';
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

/** Card readers are the provider's: asked each time, for their addresses change. */
export class ReadersService {
  readonly #payments: Payments;

  constructor(payments: Payments) {
    this.#payments = payments;
  }

  list(locationId: string | undefined): Promise<Reader[]> {
    return orUnavailable(this.#payments.readers(locationId));
  }

  connectionToken(locationId: string | null): Promise<string> {
    return orUnavailable(this.#payments.connectionToken(locationId));
  }
}
