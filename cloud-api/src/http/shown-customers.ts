import { readingCalls } from '@washdesk/contracts/effects';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import type { Principal } from '../common/caller.ts';

/** Records who is shown which customers. Provided by the customer reads feature. */
export interface PeopleShown {
  /** @throws Failure 403 `pin_required`, 429 `too_many_customers`; the response must then not be sent */
  show(shown: { principal: Principal; customers: readonly string[]; opened: boolean }): Promise<void>;
}

/** Limits the lookup of numbers that a person could count through. Provided by the customer reads feature. */
export interface NumberLookups {
  /** @returns a function to call if the number was found. @throws Failure 429 `too_many_lookups` */
  begin(principal: Principal): Promise<() => Promise<void>>;
}

const customerId = /^cus_\w+$/;

function collect(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') {
    if (customerId.test(value)) found.add(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) collect(one, found);
  }
}

/**
 * Returns the customers in the response of a call that reads, from any contract: a customer is named by the id in the address or in the
 * response. Calls that change something have a record of their own.
 */
export function shownCustomers(endpoint: Endpoint, params: unknown, body: unknown): { customers: string[]; opened: boolean } | null {
  if (endpoint.method !== 'GET' && !readingCalls.includes(endpoint.id)) return null;
  const [named, listed] = [new Set<string>(), new Set<string>()];
  collect(params, named);
  collect(body, listed);
  const customers = named.size > 0 ? named : listed;
  return customers.size > 0 ? { customers: [...customers], opened: named.size > 0 } : null;
}
