import type { DurableEvent, ReceivedAgentState, ReceivedDeviceState } from '@washdesk/site-protocol/envelope';
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
  /** @returns the number up to which this journal is committed now, which is then acknowledged; null for a site not known */
  durable(event: DurableEvent): Promise<number | null>;
  live(report: LiveReport): void;
  /** Two agents of one site run, on these computers; the second is refused. */
  secondAgent(site: number, serving: string, refused: string): void;
}

/** The connection to the sites: started once with the handlers of their reports. */
export interface SiteLink {
  start(reports: SiteReports): Promise<void>;
  stop(): Promise<void>;
  /** Tells an agent that the roster has the number `seq`; it then fetches. Lost when the agent is away: it asks by itself. */
  announceRoster(site: number, seq: number): void;
  /** @throws when the broker cannot be reached */
  check(): Promise<void>;
}
