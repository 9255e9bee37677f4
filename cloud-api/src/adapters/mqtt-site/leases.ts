import { leaseValidityMs } from '@washdesk/site-protocol/timing';

/** A run of a site's agent, and the computer it runs on. */
export interface AgentRun {
  boot: string;
  host: string;
}

export interface Lease {
  lease: string;
  /** The journal of the agent that published it. */
  journal: string;
  agent: AgentRun;
}

export interface Serving {
  serving: AgentRun;
  /** Another agent of the site that is currently rejected. */
  second: AgentRun | null;
  /** Whether that agent is rejected for the first time. */
  isNewSecond: boolean;
}

export interface Leases {
  /**
   * The first agent whose leases arrive serves the site until it goes silent; leases of another one are rejected.
   * @returns the agent that serves the site
   */
  take(site: number, lease: Lease): Serving;
  /** Returns the newest lease of a site while the agent can still accept it, otherwise null. */
  fresh(site: number): Lease | null;
  /** The run of the agent that currently serves the site. */
  serving(site: number): AgentRun | null;
  forget(site: number): void;
}

interface Heard<T> {
  of: T;
  at: number;
}

/** The agent judges a lease by its own clock; this only avoids sending obviously stale ones. */
export function trackLeases(monotonic: () => number = () => performance.now()): Leases {
  const latest = new Map<number, Heard<Lease>>();
  const seconds = new Map<number, Heard<AgentRun>>();
  const young = <T>(heard: Heard<T> | undefined): T | null => (heard && monotonic() - heard.at < leaseValidityMs ? heard.of : null);
  const fresh = (site: number): Lease | null => young(latest.get(site));
  return {
    take(site, lease) {
      const { agent } = lease;
      const serving = fresh(site)?.agent ?? null;
      const known = young(seconds.get(site));
      if (serving && serving.boot !== agent.boot) {
        seconds.set(site, { of: agent, at: monotonic() });
        return { serving, second: agent, isNewSecond: known?.boot !== agent.boot };
      }
      latest.set(site, { of: lease, at: monotonic() });
      return { serving: agent, second: known?.boot === agent.boot ? null : known, isNewSecond: false };
    },
    fresh,
    serving: (site) => fresh(site)?.agent ?? null,
    forget: (site) => void latest.delete(site),
  };
}
