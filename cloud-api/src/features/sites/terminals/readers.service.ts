import type { Reader } from '@washdesk/contracts/sites/terminal';
import { withProviderFailures } from '../../../operations/provider-failures.ts';
import type { Payments } from '../../../ports/payments.ts';

/**
 * Card readers, fetched from the provider every time because their addresses change. @throws Failure 503 `stripe_unavailable` from each
 * method
 */
export class ReadersService {
  readonly #payments: Payments;

  constructor(payments: Payments) {
    this.#payments = payments;
  }

  list(locationId: string | undefined): Promise<Reader[]> {
    return withProviderFailures(this.#payments.readers(locationId));
  }

  connectionToken(locationId: string | null): Promise<string> {
    return withProviderFailures(this.#payments.connectionToken(locationId));
  }
}
