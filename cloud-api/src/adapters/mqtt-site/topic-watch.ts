import { randomBytes } from 'node:crypto';
import mqtt from 'mqtt';
import type { Logger } from 'pino';
import { parseTopic, siteFilter } from '@washdesk/site-protocol/topics';
import type { TopicWatch } from '../../ports/topic-watch.ts';
import type { BrokerAddress } from './connection.ts';

const reconnectMs = 2_000;

/**
 * Watches a site by a connection of its own, which exists only meanwhile: a new subscription receives the retained messages, and a site that
 * sends too much delays nothing else. QoS 0, so that the broker stores nothing for it.
 */
export function mqttTopicWatch(address: BrokerAddress, log: Logger): TopicWatch {
  return {
    watch(site, onMessage) {
      const client = mqtt.connect(address.url, {
        clientId: `watch-${randomBytes(6).toString('hex')}`,
        username: address.username,
        password: address.password,
        protocolVersion: 4,
        clean: true,
        keepalive: 15,
        reconnectPeriod: reconnectMs,
        queueQoSZero: false,
        resubscribe: false,
      });
      client.on('connect', () => {
        client.subscribe(siteFilter(site), { qos: 0 }, (error) => {
          if (error) log.warn({ err: error, site }, 'Broker rejected the watch of a site');
        });
      });
      client.on('error', (error) => log.debug({ err: error, site }, 'Broker connection of a watch lost, reconnecting'));
      client.on('message', (topic, payload, { retain, qos }) => {
        const parsed = parseTopic(topic);
        if (parsed) onMessage({ topic: parsed.rest.join('/'), payload, retained: retain, qos });
      });
      return () => void client.endAsync(true);
    },
  };
}
