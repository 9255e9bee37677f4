import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { connect, type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import { LastingFailure } from '../transports/lasting-failure.ts';
import { keepConnected, pause, type Connection } from '../transports/reconnect.ts';
import type { BrokerOutage } from './broker-outage.ts';

/** The site's certificate and its key, in PEM. */
export interface ClientCertificate {
  cert: string;
  key: string;
}

export interface BrokerOptions {
  url: string;
  username: string;
  password: string;
  /** PEM: the CA to trust instead of the system's, and the site's own certificate with its key. */
  tls?: { ca?: string | undefined; cert?: string | undefined; key?: string | undefined } | undefined;
  /** One id per run of the agent. A broker that sees it again drops the older session, which is right for a half-open connection. */
  clientId: string;
  filters: readonly string[];
  /** Called before each connection; the broker publishes the result retained if the connection breaks. */
  will: () => { topic: string; message: unknown };
  outage: Pick<BrokerOutage, 'lost' | 'connected'>;
  log: Logger;
}

export interface Message {
  topic: string;
  payload: Buffer;
  qos: number;
  retain: boolean;
  /** The broker's duplicate flag: the message was sent before and may have been received. */
  dup: boolean;
}

export interface Publishing {
  qos: 0 | 1;
  retain?: boolean;
}

/** The part of the connection that the agent's features use. */
export interface BrokerLink {
  readonly connected: boolean;
  /** Calls each listener once a connection is subscribed, in order of registration. */
  onConnected(listener: () => void): void;
  /**
   * Resolves when a message of QoS 1 has reached the broker, or one of QoS 0 is sent.
   * @throws NotConnected | Error if the connection breaks before that
   */
  publish(topic: string, message: unknown, publishing: Publishing): Promise<void>;
}

/** There is no connection to the broker. Nothing is queued: the caller sends it again. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected';
}

const backoff = { minMs: 250, maxMs: 5_000 };
const connectTimeoutMs = 5_000;
const endTimeoutMs = 2_000;
/** Seconds; a broker reports a silent agent after one and a half times as long. */
const keepAliveSeconds = 5;
const subscriptionRefused = 128;

/**
 * The connection to the broker, which reconnects without limit. Each connection is a new client with a clean session, so no library queues
 * anything.
 */
export class BrokerConnection implements BrokerLink {
  readonly #options: BrokerOptions;
  readonly #onConnected: (() => void)[] = [];
  readonly #failure: LastingFailure;
  #onMessage: (message: Message) => void = () => undefined;
  #client: MqttClient | null = null;
  #line: Connection | null = null;
  #certificate: X509Certificate | undefined;
  /** Replaces the one of the configuration. */
  #certificateInUse: ClientCertificate | null = null;

  constructor(options: BrokerOptions) {
    this.#options = options;
    this.#failure = new LastingFailure(options.log);
  }

  onConnected(listener: () => void): void {
    this.#onConnected.push(listener);
  }

  onMessage(listener: (message: Message) => void): void {
    this.#onMessage = listener;
  }

  get connected(): boolean {
    return this.#client?.connected ?? false;
  }

  /** Returns when the certificate of the last connection's broker expires; null without one. */
  certificateExpiry(): Date | null {
    return this.#certificate?.validToDate ?? null;
  }

  /** Returns at once; an unavailable broker is retried without limit. */
  start(): void {
    const { outage } = this.#options;
    this.#line = keepConnected({
      session: (signal) => this.#session(signal),
      onLost: (error) => {
        this.#failure.failed(error, 'Broker connection lost, reconnecting', { broker: this.#address });
        outage.lost(error);
      },
      backoff,
    });
  }

  /** Connects once with another certificate, beside the current connection. @throws Error if the broker refuses it */
  async tryCertificate(certificate: ClientCertificate): Promise<void> {
    const { will: _will, ...options } = this.#clientOptions();
    const client = connect(this.#options.url, { ...options, ...certificate, clientId: `${this.#options.clientId}-new` });
    try {
      await new Promise<void>((resolve, reject) => {
        client.once('connect', () => resolve());
        client.on('error', reject);
        client.once('close', () => reject(new Error('connection closed')));
      });
    } finally {
      await client.endAsync(true);
    }
  }

  /** Uses this certificate from the next connection on. */
  useCertificate(certificate: ClientCertificate): void {
    this.#certificateInUse = certificate;
  }

  /** Disconnects cleanly, so that the broker does not publish the will. */
  async stop(): Promise<void> {
    await this.#line?.stop();
  }

  publish(topic: string, message: unknown, publishing: Publishing): Promise<void> {
    return this.publishText(topic, JSON.stringify(message), publishing);
  }

  /** Publishes a message that is JSON already, as `publish` does. */
  async publishText(topic: string, text: string, { qos, retain = false }: Publishing): Promise<void> {
    if (!this.#client?.connected) throw new NotConnected('No connection to the broker');
    await this.#client.publishAsync(topic, text, { qos, retain });
  }

  async #session(signal: AbortSignal): Promise<void> {
    const client = connect(this.#options.url, this.#clientOptions());
    const lost = untilLost(client, signal);
    client.on('message', (topic, payload, packet) => this.#receive(topic, payload, packet));
    client.once('connect', () => {
      // Nagle's algorithm costs 88 ms per command (docs/site-devices.md#mqtt). A web socket has no such switch.
      if ('setNoDelay' in client.stream && typeof client.stream.setNoDelay === 'function') client.stream.setNoDelay(true);
      this.#subscribe(client).catch((error: unknown) => client.emit('error', error as Error));
    });
    try {
      await lost;
    } finally {
      this.#client = null;
      await end(client, { orderly: signal.aborted });
    }
  }

  async #subscribe(client: MqttClient): Promise<void> {
    const granted = await client.subscribeAsync([...this.#options.filters], { qos: 1 });
    const refused = granted.filter(({ qos }) => qos === subscriptionRefused).map(({ topic }) => topic);
    if (refused.length > 0) throw new Error(`The broker rejected the subscription to ${refused.join(', ')}`);
    this.#client = client;
    this.#options.outage.connected();
    this.#failure.ended('The broker can be reached again');
    if ('getPeerX509Certificate' in client.stream) this.#certificate = (client.stream as TLSSocket).getPeerX509Certificate();
    this.#options.log.info({ broker: this.#address }, 'Connected to the broker');
    for (const tell of this.#onConnected) this.#tell(tell);
  }

  /** A listener that fails, for example on a full disk, must not end the connection. */
  #tell(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#options.log.error({ err: error }, 'A part of the agent failed at the connection to the broker');
    }
  }

  /** Without a name and a password, which do not belong there but may be. */
  get #address(): string {
    const { protocol, host } = new URL(this.#options.url);
    return `${protocol}//${host}`;
  }

  #receive(topic: string, payload: Buffer, packet: IPublishPacket): void {
    const { qos, retain, dup } = packet;
    this.#onMessage({ topic, payload, qos, retain, dup });
  }

  #clientOptions(): IClientOptions {
    const { username, password, tls, clientId, will } = this.#options;
    const { topic, message } = will();
    return {
      ...tls,
      ...this.#certificateInUse,
      username,
      password,
      clientId,
      protocolVersion: 4,
      clean: true,
      keepalive: keepAliveSeconds,
      connectTimeout: connectTimeoutMs,
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
      // a table of all packet numbers as buffers takes 7 MB
      writeCache: false,
      will: { topic, payload: Buffer.from(JSON.stringify(message)), qos: 1, retain: true },
    };
  }
}

/** Ends a client. An orderly end waits for the broker's acknowledgments, but only for a while: the line may be dead. */
async function end(client: MqttClient, { orderly }: { orderly: boolean }): Promise<void> {
  const waiting = new AbortController();
  await Promise.race([client.endAsync(!orderly), pause(endTimeoutMs, waiting.signal)]);
  waiting.abort();
  client.stream.destroy();
}

/** Ends when the agent stops; throws if the connection breaks or the broker rejects it. */
function untilLost(client: MqttClient, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    client.on('error', reject);
    client.once('close', () => reject(new Error('connection closed')));
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
