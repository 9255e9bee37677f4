import { notFound } from '../../common/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MirrorParts } from '../mirror-parts.ts';
import { freshness, readFreshCustomer } from './read-fresh-customer.ts';

interface Parts extends MirrorParts {
  /** The clock of the mirror's read times. */
  systemClock: Clock;
}

/** The age of data from the mirror. */
export interface CustomerAge {
  /** Seconds since the provider was last read. */
  age: number;
  /** Whether the provider was called for this response and did not reply. */
  stale: boolean;
}

/** @throws Failure 404 `customer_not_found` */
export type AgeOfCustomer = (id: string, fresh: boolean) => Promise<CustomerAge>;

/** Returns the age for every response about a customer; with `fresh` (`noCache=true`) the provider is read first. */
export function ageOfCustomerIn({ systemClock, ...parts }: Parts): AgeOfCustomer {
  return async (id, fresh) => {
    const seen = fresh ? await readFreshCustomer(parts, id) : await freshness(parts.db, id, false);
    if (!seen) throw notFound('customer_not_found', 'Customer Not Found');
    const age = Math.floor((systemClock.now().getTime() - seen.at.getTime()) / 1_000);
    return { age: Math.max(0, age), stale: seen.stale };
  };
}
