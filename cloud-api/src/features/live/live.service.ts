import type { LiveMessage } from '@washdesk/contracts/live';
import type { DeviceState } from '@washdesk/site-protocol/envelope';
import type { LiveReport } from '../../ports/site-link.ts';
import { keepTickets, type LiveGrant, type Tickets } from './tickets.ts';

/** One open socket, as far as this feature knows it. */
export interface Listener {
  grant: LiveGrant;
  send(message: LiveMessage): void;
  close(reason: string): void;
}

type GateMessage = Extract<LiveMessage, { type: 'gate' }>;

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

/** Passes what sites report on to the browsers that asked for it. It reports only; every act is an HTTP call. */
export class LiveService {
  readonly tickets: Tickets = keepTickets();
  readonly #listeners = new Set<Listener>();
  /** The last state of each gate, so that a button shows it at once. */
  readonly #gates = new Map<string, GateMessage>();

  /** @returns how to leave */
  join(listener: Listener): () => void {
    this.#listeners.add(listener);
    listener.send({ type: 'ready' });
    for (const [key, message] of this.#gates) {
      if (key.startsWith(`${listener.grant.site}/`) && wants(listener.grant, message)) listener.send(message);
    }
    return () => void this.#listeners.delete(listener);
  }

  report(report: LiveReport): void {
    const message = messageOf(report);
    if (message.type === 'gate') this.#gates.set(`${report.site}/${message.host}`, message);
    this.#tell(report.site, message);
  }

  device(site: number, state: DeviceState): void {
    this.#tell(site, deviceMessage(state));
  }

  /** The session ended: whoever listens by its right is hung up. */
  sessionEnded(session: string): void {
    for (const listener of this.#listeners) if (listener.grant.session === session) listener.close('The session has ended');
  }

  #tell(site: number, message: LiveMessage): void {
    for (const listener of this.#listeners) if (listener.grant.site === site && wants(listener.grant, message)) listener.send(message);
  }
}
