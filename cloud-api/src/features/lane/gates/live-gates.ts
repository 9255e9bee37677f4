import { gateTopic } from '@washdesk/contracts/lane/gate';
import type { LiveMessageOf } from '@washdesk/contracts/live-topic';
import type { LiveHub } from '../../../live/live-hub.ts';
import type { LiveGrant, LiveSource } from '../../../live/live-source.ts';
import type { GateReport } from '../../../ports/site-link.ts';

export type GateMessage = LiveMessageOf<typeof gateTopic>;

/** Queries a gate for its current state; null if unknown. */
export type FetchGateState = (site: number, host: string) => Promise<Omit<GateMessage, 'type' | 'site' | 'host'> | null>;

/** The gates' last states. Every process receives them from the sites. */
export class LiveGates implements LiveSource<typeof gateTopic> {
  readonly topic = gateTopic;
  readonly #live: Pick<LiveHub, 'deliver'>;
  readonly #fetch: FetchGateState;
  readonly #states = new Map<string, GateMessage>();

  constructor(live: Pick<LiveHub, 'deliver'>, fetch: FetchGateState) {
    this.#live = live;
    this.#fetch = fetch;
  }

  reported({ site, at, payload: { gate: host, relay, gateOpen, presence, merge } }: GateReport): void {
    this.#keep({ type: 'gate', site, host, relay, gateOpen, presence, merge, at });
  }

  /** Queries a gate that has not moved since this process started; all subscribers receive the response. */
  async snapshot({ site, filter: { host } }: LiveGrant): Promise<GateMessage[]> {
    const known = [...this.#states.values()];
    if (site !== null && host !== undefined && !this.#states.has(`${site}/${host}`)) void this.#ask(site, host);
    return known;
  }

  async #ask(site: number, host: string): Promise<void> {
    const state = await this.#fetch(site, host);
    if (state) this.#keep({ type: 'gate', site, host, ...state });
  }

  #keep(message: GateMessage): void {
    this.#states.set(`${message.site}/${message.host}`, message);
    this.#live.deliver(gateTopic, message);
  }
}
