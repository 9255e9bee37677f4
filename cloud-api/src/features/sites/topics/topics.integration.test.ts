import { afterEach, beforeEach, expect, it } from 'vitest';
import { startBroker, type Broker } from '@washdesk/broker/broker';
import type { LiveMessageOf } from '@washdesk/contracts/live-topic';
import type { SeenTopic, siteTopicsTopic } from '@washdesk/contracts/sites/site-topics';
import { until } from '@washdesk/test-support/until';
import { TestAgent } from '../../../adapters/mqtt-site/agent.fixture.ts';
import { mqttTopicWatch } from '../../../adapters/mqtt-site/topic-watch.ts';
import { openLog } from '../../../http/log.ts';
import { LiveHub } from '../../../live/live-hub.ts';
import { createTopics } from './create-topics.ts';
import { mostTopics } from './watched-site.ts';

type Message = LiveMessageOf<typeof siteTopicsTopic>;

let broker: Broker;
/** Clients of watches that are connected now. */
let watching: Set<string>;
let hub: LiveHub;
let feature: ReturnType<typeof createTopics>;
let agent: TestAgent;

beforeEach(async () => {
  watching = new Set();
  const user = (username: string, topics: string) => ({ username, password: 'secret', publish: [topics], subscribe: [topics] });
  broker = await startBroker(
    { host: '127.0.0.1', port: 0, users: [user('cloud', 'wash/v1/#'), user('site-12', 'wash/v1/12/#')] },
    (event, { client }: { client?: unknown }) => {
      if (typeof client !== 'string' || !client.startsWith('watch-')) return;
      if (event === 'connected') watching.add(client);
      if (event === 'disconnected') watching.delete(client);
    },
  );
  const url = `mqtt://127.0.0.1:${broker.port}`;
  const log = openLog('silent');
  hub = new LiveHub(log);
  const topicWatch = mqttTopicWatch({ url, username: 'cloud', password: 'secret' }, log);
  feature = createTopics({ clock: { now: () => new Date('2026-11-21T12:00:00Z') }, live: hub, topicWatch });
  hub.register(feature.live ?? []);
  agent = new TestAgent(12);
  await agent.connect(url, 'site-12', 'secret');
});
afterEach(async () => {
  await feature.stop?.();
  await agent.close();
  await broker.stop();
});

function look(session = 'session-1') {
  const topics = new Map<string, SeenTopic>();
  let dropped = 0;
  const leave = hub.join({
    grant: { topic: 'site-topics', site: null, filter: { site: '12' }, session },
    send: (message) => {
      if (message.type !== 'topics') return;
      for (const topic of (message as Message).topics) topics.set(topic.topic, topic);
      dropped = (message as Message).dropped;
    },
    close: () => undefined,
  });
  return { topics, leave, dropped: () => dropped };
}

it('is watched at the broker while a socket wants it, with what the broker has stored', async () => {
  await agent.online();
  expect(watching.size).toBe(0);
  const one = look();
  const stored = await until('the state is shown', () => one.topics.get('state/agent'));
  expect(stored).toMatchObject({ retained: true, count: 1 });
  await agent.lease();
  await agent.lease();
  const lease = await until('both leases are shown', () => {
    const seen = one.topics.get('lease');
    return seen?.count === 2 ? seen : null;
  });
  expect(lease.retained).toBe(false);
  expect(lease.payload).toContain('"lease":"•••"');

  const other = look('session-2');
  await until('another socket gets all of it at once', () => other.topics.get('lease')?.count === 2 || null);
  expect(watching.size).toBe(1);
  one.leave();
  await agent.raw('wash/v1/12/evt/tag/reader', 'no JSON');
  const broken = await until('the other is still served', () => other.topics.get('evt/tag/reader'));
  expect(broken).toMatchObject({ payload: null, bytes: 7 });
  other.leave();
  await until('the watch ends with its last socket', () => watching.size === 0 || null);
});

it('counts a flood, sends each topic once per round, and no more topics than it has room for', async () => {
  const one = look();
  await until('the watch begins', () => watching.size === 1 || null);
  await agent.lease();
  await until('the site is heard', () => one.topics.get('lease'));
  await Promise.all(Array.from({ length: mostTopics + 20 }, (_, index) => agent.raw(`wash/v1/12/evt/tag/reader${index}`, '{}')));
  await until('the rest is counted', () => one.dropped() === 21 || null);
  expect(one.topics.size).toBe(mostTopics);
  one.leave();
});
