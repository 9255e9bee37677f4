import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import { cloudFilters } from '@washdesk/site-protocol/topics';

export interface BrokerAddress {
  url: string;
  username: string | undefined;
  password: string | undefined;
}

export interface BrokerConnection {
  /** This process's name on the broker, unique per start: replies to an earlier process are not delivered. */
  readonly clientId: string;
  connected(): boolean;
  /**
   * Resolves when a message of QoS 0 is sent, or the broker has acknowledged one of QoS 1; rejects at once if there is no connection. Nothing
   * stays queued.
   */
  publish(topic: string, payload: unknown, qos: 0 | 1): Promise<void>;
  stop(): Promise<void>;
}

const shortest = 200;
const longest = 5_000;

/** Reconnects forever, each time after a random delay, so that clients do not all reconnect at once when the broker restarts. */
function jitter(client: MqttClient): void {
  client.on('close', () => {
    client.options.reconnectPeriod = shortest + Math.random() * (longest - shortest) * Math.min(1, client.reconnecting ? 1 : 0.2);
  });
}

/** MQTT 3.1.1, clean session, QoS 1 at most, Nagle off. */
export function openBrokerConnection(
  address: BrokerAddress,
  log: Logger,
  onMessage: (topic: string, payload: Buffer, packet: IPublishPacket) => void,
): BrokerConnection {
  const clientId = `cloud-${randomBytes(6).toString('hex')}`;
  const inFlight = new Set<number>();
  const client = mqtt.connect(address.url, {
    clientId,
    username: address.username,
    password: address.password,
    protocolVersion: 4,
    clean: true,
    keepalive: 15,
    connectTimeout: 5_000,
    reconnectPeriod: shortest,
    queueQoSZero: false,
    resubscribe: false,
  });
  jitter(client);
  client.on('connect', () => {
    (client.stream as Partial<Socket>).setNoDelay?.(true);
    client.subscribe([...cloudFilters(clientId)], { qos: 1 }, (error) => {
      if (error) log.error({ err: error }, 'Broker rejected the subscriptions');
      else log.info('Connected to the broker');
    });
  });
  client.on('close', () => {
    // messages in flight must not be sent again after a reconnect: their sender already received "unknown"
    for (const id of inFlight) client.removeOutgoingMessage(id);
    inFlight.clear();
  });
  client.on('error', (error) => log.warn({ reason: error.message }, 'Broker connection lost, reconnecting'));
  client.on('message', onMessage);

  return {
    clientId,
    connected: () => client.connected,
    publish(topic, payload, qos) {
      if (!client.connected) return Promise.reject(new Error('No connection to the broker'));
      return new Promise((resolve, reject) => {
        let id: number | null = null;
        client.publish(topic, JSON.stringify(payload), { qos, retain: false }, (error) => {
          if (id !== null) inFlight.delete(id);
          if (error) reject(error);
          else resolve();
        });
        if (qos === 0) return;
        id = client.getLastMessageId();
        inFlight.add(id);
      });
    },
    stop: () => client.endAsync(true).then(() => undefined),
  };
}
