import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import tls, { TLSSocket } from 'node:tls';
import type { Client } from 'aedes';
import type { BrokerLog, BrokerUser, SitesConfig } from './config.ts';
import { RevokedSerials } from './revoked-serials.ts';

/** The access list of a site, as in deploy/mosquitto/sites.acl. */
function accountOf(site: string): BrokerUser {
  const own = (...names: string[]): string[] => names.map((name) => `wash/v1/${site}/${name}`);
  const publish = own('state/#', 'evt/#', 'rsp/#', 'lease');
  return { username: `site-${site}`, password: '', publish, subscribe: own('cmd/#', 'ack', 'roster') };
}

/** Identifies sites by their certificates alone: the common name is the site, whatever username and password the agent sends. */
export class SiteListener {
  readonly server: tls.Server;
  readonly #sockets = new WeakSet<object>();
  readonly #clients = new Set<Client>();
  readonly #revoked: RevokedSerials;
  readonly #log: BrokerLog;

  constructor({ certificateFile, keyFile, caFile, revokedUrl }: SitesConfig, accept: (socket: Socket) => void, log: BrokerLog) {
    this.#log = log;
    this.#revoked = new RevokedSerials(revokedUrl, log);
    const own = {
      cert: readFileSync(certificateFile),
      key: readFileSync(keyFile),
      ca: readFileSync(caFile),
      minVersion: 'TLSv1.2',
    } as const;
    this.server = tls.createServer({ ...own, requestCert: true, rejectUnauthorized: true, noDelay: true }, (socket) => {
      this.#sockets.add(socket);
      accept(socket);
    });
  }

  /** Keeps the list of revoked certificates current, and ends connections with a certificate that it names. */
  start(): void {
    this.#revoked.start(() => {
      for (const client of this.#clients) {
        if (!this.#isRevoked(client)) continue;
        this.#log('revoked', { client: client.id });
        client.close();
      }
    });
  }

  stop(): void {
    this.#revoked.stop();
  }

  has({ conn }: Client): boolean {
    return this.#sockets.has(conn);
  }

  /** Returns null for a revoked certificate, and before the first list is known. */
  accountOf(client: Client): BrokerUser | null {
    const site = String(certificateOf(client)?.subject?.CN ?? '');
    if (!/^\d{1,6}$/u.test(site) || this.#isRevoked(client)) return null;
    this.#clients.add(client);
    client.conn.once('close', () => this.#clients.delete(client));
    return accountOf(site);
  }

  #isRevoked(client: Client): boolean {
    const serial = certificateOf(client)?.serialNumber.toLowerCase();
    return serial === undefined || this.#revoked.has(serial);
  }
}

function certificateOf({ conn }: Client): tls.PeerCertificate | null {
  return conn instanceof TLSSocket && conn.authorized ? conn.getPeerCertificate() : null;
}
