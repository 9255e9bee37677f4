import { leaseValidityMs } from '@washdesk/site-protocol/timing';

export interface Lease {
  lease: string;
  /** The journal of the agent that gave it; null where that does not say. */
  journal: string | null;
}

export interface Leases {
  take(site: number, lease: Lease): void;
  /** The newest lease of a site while it can still be fresh at the agent; null otherwise. */
  fresh(site: number): Lease | null;
  forget(site: number): void;
}

/** The agent judges a lease by its own clock; here only obviously stale ones are kept from being sent at all. */
export function trackLeases(monotonic: () => number = () => performance.now()): Leases {
  const latest = new Map<number, { lease: Lease; at: number }>();
  return {
    take: (site, lease) => void latest.set(site, { lease, at: monotonic() }),
    fresh(site) {
      const kept = latest.get(site);
      return kept && monotonic() - kept.at < leaseValidityMs ? kept.lease : null;
    },
    forget: (site) => void latest.delete(site),
  };
}
