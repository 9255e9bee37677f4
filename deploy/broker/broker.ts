import { readFileSync } from 'node:fs';
import net, { type Socket } from 'node:net';
import tls, { TLSSocket } from 'node:tls';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import { authenticate, MAX_PAYLOAD_BYTES, maySubscribe, refusePublication } from './access.ts';
import type { BrokerConfig, BrokerLog, BrokerTls, BrokerUser } from './config.ts';
import { limitPackets } from './packet-limit.ts';
import { SiteListener } from './site-listener.ts';

export interface Broker {
  readonly port: number;
  /** The port of the sites' listener; null without one. */
  readonly sitesPort: number | null;
  stop(): Promise<void>;
}

/** Includes space for the topic and the packet's header. */
const MAX_PACKET_BYTES = MAX_PAYLOAD_BYTES + 1024;

/** Reason "Not authorized" in MQTT 3.1.1's CONNACK. */
const BAD_USERNAME_OR_PASSWORD = 4;

/**
 * An MQTT 3.1.1 broker with one account per site and one for the cloud. A subscription to another account's topics is rejected; a publish
 * to one drops the connection. Nagle's algorithm is off: it would cost 88 ms per command.
 */
export async function startBroker({ host, port, tls: encryption, users, sites }: BrokerConfig, log: BrokerLog): Promise<Broker> {
  const accounts = new WeakMap<Client, BrokerUser>();
  const aedes = await Aedes.createBroker({
    authenticate(client, username, password, done) {
      const answer = (known: BrokerUser | null): void => {
        const user = known && isCertified(known, client) ? known : null;
        if (user) accounts.set(client, user);
        else log('sign-in rejected', { client: client.id, username });
        done(user ? null : signInRefused(), user !== null);
      };
      if (siteListener?.has(client)) return answer(siteListener.accountOf(client));
      void authenticate(users, username ?? '', Buffer.from(password ?? ''))
        .catch((error: unknown) => {
          log('sign-in failed', { client: client.id, username, error: String(error) });
          return null;
        })
        .then(answer);
    },
    authorizePublish(client, packet, done) {
      const user = client ? accounts.get(client) : undefined;
      const refusal = user ? refusePublication(user, { ...packet, payload: Buffer.from(packet.payload) }) : 'nobody signed in';
      if (refusal) log('publish rejected', { client: client?.id, refusal });
      done(refusal ? new Error(refusal) : null);
    },
    authorizeSubscribe(client, subscription, done) {
      const user = accounts.get(client);
      const granted = user !== undefined && maySubscribe(user, subscription.topic);
      if (!granted) log('subscription rejected', { client: client.id, filter: subscription.topic });
      done(null, granted ? subscription : null);
    },
  });
  aedes.on('clientReady', (client) => log('connected', { client: client.id, username: accounts.get(client)?.username }));
  aedes.on('clientDisconnect', (client) => log('disconnected', { client: client.id }));
  aedes.on('clientError', (client, error) => log('dropped', { client: client.id, error: error.message }));
  aedes.on('connectionError', (client, error) => log('dropped', { client: client.id, error: error.message }));

  const accept = (socket: Socket): void => {
    limitPackets(socket, MAX_PACKET_BYTES);
    aedes.handle(socket);
  };
  const server = createServer(encryption, accept);
  const siteListener = sites ? new SiteListener(sites, accept, log) : null;
  const servers = siteListener ? [server, siteListener.server] : [server];
  // the failed handshake reports this to a client that does not trust the certificate or does not use TLS
  for (const one of servers) one.on('tlsClientError', (error: Error) => log('handshake failed', { error: error.message }));
  const listening = await listen(server, host, port);
  const sitesPort = sites && siteListener ? await listen(siteListener.server, sites.host ?? host, sites.port) : null;
  siteListener?.start();
  return {
    port: listening,
    sitesPort,
    async stop() {
      siteListener?.stop();
      await stop(aedes, servers);
    },
  };
}

function createServer(encryption: BrokerTls | undefined, accept: (socket: Socket) => void): net.Server {
  const noDelay = true;
  if (!encryption) return net.createServer({ noDelay }, accept);
  const { certificateFile, keyFile, clientCaFile } = encryption;
  const ca = clientCaFile === undefined ? undefined : readFileSync(clientCaFile);
  const own = { cert: readFileSync(certificateFile), key: readFileSync(keyFile), minVersion: 'TLSv1.2' } as const;
  // the username decides whether a certificate is required; one that the CA did not sign counts as missing
  return tls.createServer({ ...own, ca, requestCert: ca !== undefined, rejectUnauthorized: false, noDelay }, accept);
}

/** Whether the connection has the certificate that the user needs. */
function isCertified({ certificate, username }: BrokerUser, { conn }: Client): boolean {
  if (certificate !== true) return true;
  return conn instanceof TLSSocket && conn.authorized && conn.getPeerCertificate().subject?.CN === username;
}

function signInRefused(): AuthenticateError {
  return Object.assign(new Error('Unknown user or wrong password'), { returnCode: BAD_USERNAME_OR_PASSWORD });
}

function listen(server: net.Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(address && typeof address === 'object' ? address.port : port);
    });
  });
}

async function stop(aedes: Aedes, servers: readonly net.Server[]): Promise<void> {
  const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
  await new Promise<void>((resolve) => aedes.close(() => resolve()));
  await Promise.all(closed);
}
