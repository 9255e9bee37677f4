import { randomBytes } from 'node:crypto';
import { leaseValidityMs } from '@washdesk/site-protocol/timing';

interface Issued {
  lease: string;
  at: number;
}

/**
 * Random tokens that a late command cannot have: an action must echo one that the agent issued at most 5 s ago. Times are the agent's own,
 * monotonic and in milliseconds, so that neither a wrong clock nor a queue nor a suspended process lets an old command through.
 */
export class Leases {
  #issued: Issued[] = [];

  issue(now: number): string {
    const lease = randomBytes(18).toString('base64url');
    this.#issued = [...this.#issued.filter(({ at }) => now - at <= leaseValidityMs), { lease, at: now }];
    return lease;
  }

  /** Returns when this lease was issued; null if it never was or has expired. */
  issuedAt(lease: string): number | null {
    return this.#issued.find((issued) => issued.lease === lease)?.at ?? null;
  }

  isGood(lease: string, now: number): boolean {
    return this.#issued.some((issued) => issued.lease === lease && now - issued.at <= leaseValidityMs);
  }
}
