import type { DurableEvent, LeaseMessage, ReceivedAgentState, ReceivedDeviceState } from '@washdesk/site-protocol/envelope';
import type { LiveEventKind, LivePayload } from '@washdesk/site-protocol/events';

interface ReportOf<K extends LiveEventKind> {
  kind: K;
  site: number;
  at: string;
  payload: LivePayload<K>;
}
export type GateReport = ReportOf<'gate'>;
export type LiveReport = { [K in LiveEventKind]: ReportOf<K> }[LiveEventKind];

/** The reports of sites to the cloud. Handlers of durable events resolve only after their commit. */
export interface SiteReports {
  agent(site: number, state: ReceivedAgentState): Promise<void>;
  device(site: number, state: ReceivedDeviceState): Promise<void>;
  /** @returns the number up to which this journal is committed, which is then acknowledged; null for an unknown site */
  durable(event: DurableEvent): Promise<number | null>;
  live(report: LiveReport): void;
  /** Two agents of one site run, on these computers; the second is rejected. */
  secondAgent(site: number, serving: string, refused: string): void;
}

/** Receives the states and leases of sites beside their reports. Nothing waits for it, so it works while the database is unreachable. */
export interface SiteObserver {
  agent(site: number, state: ReceivedAgentState): void;
  device(site: number, state: ReceivedDeviceState): void;
  /** A lease of the agent that serves the site. */
  lease(site: number, lease: LeaseMessage): void;
  /** A message of a revoked site was dropped. */
  revoked(site: number): void;
}

/** Sites whose messages are dropped and which receive no commands. */
export interface RevokedSiteSet {
  has(site: number): boolean;
}

/** The connection to the sites: started once with the handlers of their reports. */
export interface SiteLink {
  start(reports: SiteReports, revoked: RevokedSiteSet): Promise<void>;
  stop(): Promise<void>;
  /** Adds an observer. Called before `start`. */
  observe(observer: SiteObserver): void;
  /** Whether messages of sites arrive now. */
  connected(): boolean;
  /** Sends an agent the roster's new number `seq`; the agent then fetches it. Lost if the agent is offline: it polls anyway. */
  announceRoster(site: number, seq: number): void;
  /** @throws if the broker is unreachable */
  check(): Promise<void>;
}
