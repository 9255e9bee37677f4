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
  readonly #asked = new Set<string>();
  readonly #listeners: ((message: GateMessage) => void)[] = [];

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
    if (site !== null && host !== undefined) this.stateOf(site, host);
    return known;
  }

  /** Returns the last state of a gate. One that has not moved since this process started is queried: subscribers receive the response. */
  stateOf(site: number, host: string): GateMessage | null {
    const known = this.#states.get(keyOf(site, host));
    if (!known) void this.#ask(site, host);
    return known ?? null;
  }

  /** Forgets the gates of a site whose reports may have been lost. */
  forget(site: number): void {
    for (const [key, state] of this.#states) if (state.site === site) this.#states.delete(key);
  }

  onChange(listener: (message: GateMessage) => void): void {
    this.#listeners.push(listener);
  }

  async #ask(site: number, host: string): Promise<void> {
    const key = keyOf(site, host);
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    try {
      const state = await this.#fetch(site, host);
      if (state) this.#keep({ type: 'gate', site, host, ...state });
    } finally {
      this.#asked.delete(key);
    }
  }

  #keep(message: GateMessage): void {
    this.#states.set(keyOf(message.site, message.host), message);
    this.#live.deliver(gateTopic, message);
    for (const listener of this.#listeners) listener(message);
  }
}

const keyOf = (site: number, host: string): string => `${site}/${host}`;
