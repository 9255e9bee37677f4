import type { LiveMessage } from '@washdesk/contracts/system/live';
import type { DeviceState } from '@washdesk/site-protocol/envelope';
import type { LiveReport } from '../../../ports/site-link.ts';
import { createTickets, type LiveGrant, type Tickets } from './tickets.ts';

/** One open socket. */
export interface Listener {
  grant: LiveGrant;
  send(message: LiveMessage): void;
  close(reason: string): void;
}

export type GateMessage = Extract<LiveMessage, { type: 'gate' }>;

function messageOf(report: LiveReport): LiveMessage {
  if (report.kind === 'gate') {
    const { gate, relay, gateOpen, presence, merge } = report.payload;
    return { type: 'gate', host: gate, relay, gateOpen, presence, merge, at: report.at };
  }
  const { reader, antenna, lane, tag } = report.payload;
  return { type: 'tag', reader, antenna, lane, tag, at: report.at };
}

const deviceMessage = ({ id, kind, name, health, reason, since }: DeviceState): LiveMessage => ({
  type: 'device',
  id,
  kind,
  name,
  health,
  reason,
  since,
});

function wants({ topic, host }: LiveGrant, message: LiveMessage): boolean {
  switch (message.type) {
    case 'gate':
      return topic === 'gate' && (host === null || host === message.host);
    case 'tag':
      return topic === 'rfid';
    case 'device':
      return topic === 'devices';
    case 'ready':
      return false;
    default:
      return message satisfies never;
  }
}

/** Sockets of one session: no browser has more windows open that listen. */
const mostOfSession = 10;

/** Asks a gate for its state now; null when it is unknown. */
export type FetchGateState = (site: number, host: string) => Promise<GateMessage | null>;

/** Passes what sites report on to the browsers that asked for it. It only reports; every operation is an HTTP call. */
export class LiveService {
  readonly tickets: Tickets = createTickets();
  readonly #askGate: FetchGateState;
  readonly #listeners = new Set<Listener>();
  /** The last state of each gate, so that a button shows it at once. */
  readonly #gates = new Map<string, GateMessage>();

  constructor(askGate: FetchGateState) {
    this.#askGate = askGate;
  }

  /** @returns removes the listener */
  join(listener: Listener): () => void {
    const ofSession = [...this.#listeners].filter(({ grant }) => grant.session === listener.grant.session);
    if (ofSession.length >= mostOfSession) {
      listener.close('Too many windows of one session listen');
      return () => undefined;
    }
    this.#listeners.add(listener);
    listener.send({ type: 'ready' });
    void this.#tellNow(listener);
    return () => void this.#listeners.delete(listener);
  }

  report(report: LiveReport): void {
    const message = messageOf(report);
    if (message.type === 'gate') this.#keep(report.site, message);
    else this.#tell(report.site, message);
  }

  device(site: number, state: DeviceState): void {
    this.#tell(site, deviceMessage(state));
  }

  /** The session ended: its sockets are closed. */
  sessionEnded(session: string): void {
    for (const listener of this.#listeners) if (listener.grant.session === session) listener.close('The session has ended');
  }

  /** Asks a gate that has not moved since this process began; its answer goes to all listeners. */
  async #tellNow({ grant, send }: Listener): Promise<void> {
    if (grant.topic !== 'gate') return;
    for (const [key, message] of this.#gates) if (key.startsWith(`${grant.site}/`) && wants(grant, message)) send(message);
    if (grant.host === null || this.#gates.has(`${grant.site}/${grant.host}`)) return;
    const message = await this.#askGate(grant.site, grant.host);
    if (message) this.#keep(grant.site, message);
  }

  #keep(site: number, message: GateMessage): void {
    this.#gates.set(`${site}/${message.host}`, message);
    this.#tell(site, message);
  }

  #tell(site: number, message: LiveMessage): void {
    for (const listener of this.#listeners) if (listener.grant.site === site && wants(listener.grant, message)) listener.send(message);
  }
}
