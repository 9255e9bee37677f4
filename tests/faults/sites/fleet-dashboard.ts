import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Headers } from '@washdesk/cloud-api/testing/callers';
import { send } from '@washdesk/cloud-api/testing/calls';
import { fleetTopic, type FleetSite } from '@washdesk/contracts/sites/fleet';
import { liveTicket } from '@washdesk/contracts/system/live';

/** A dashboard's socket: the sites as it shows them, and how many messages it received. */
export class FleetDashboard {
  readonly sites = new Map<number, FleetSite>();
  /** Whole sites that were received, by site. */
  readonly changes = new Map<number, number>();
  vitals = 0;
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => this.#receive(JSON.parse(data.toString())));
  }

  static async open(url: string, origin: string, headers: Headers): Promise<FleetDashboard> {
    const body = JSON.stringify({ topic: fleetTopic.name, audience: 'company' });
    const { status, text } = await send(url, { method: 'POST', path: liveTicket.path, headers, body });
    if (status !== 200) throw new Error(`No ticket for the dashboard: ${text}`);
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`, { origin });
    const dashboard = new FleetDashboard(socket);
    await once(socket, 'open');
    socket.send(JSON.stringify({ ticket: liveTicket.response.parse(JSON.parse(text)).ticket }));
    return dashboard;
  }

  count(isCounted: (site: FleetSite) => boolean): number {
    return [...this.sites.values()].filter(isCounted).length;
  }

  forgetCounts(): void {
    this.changes.clear();
    this.vitals = 0;
  }

  close(): void {
    this.#socket.terminate();
  }

  #receive(content: unknown): void {
    const { data: message } = fleetTopic.message.safeParse(content);
    if (!message) return;
    const known = this.sites.get(message.site);
    if (message.type === 'site') {
      this.sites.set(message.site, message);
      this.changes.set(message.site, (this.changes.get(message.site) ?? 0) + 1);
    } else if (known) {
      this.sites.set(message.site, { ...known, ...message });
      this.vitals += 1;
    }
  }
}
