import { siteTopicsTopic } from '@washdesk/contracts/sites/site-topics';
import type { Feature } from '../../../feature.ts';
import type { LiveHub } from '../../../live/live-hub.ts';
import type { LiveGrant, LiveSource } from '../../../live/live-source.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { TopicWatch } from '../../../ports/topic-watch.ts';
import { WatchedSite } from './watched-site.ts';

interface Dependencies {
  clock: Clock;
  live: Pick<LiveHub, 'deliver'>;
  topicWatch: TopicWatch;
}

/** A topic is sent at most that often, however many messages it has. */
const sendEveryMs = 500;

interface Watch {
  site: WatchedSite;
  sockets: number;
  end: () => void;
}

/** Shows the MQTT topics of a site. The process subscribes at the broker while one of its sockets wants them. */
export function createTopics({ clock, live, topicWatch }: Dependencies): Feature {
  const watches = new Map<number, Watch>();

  const begin = (number: number): Watch => {
    const site = new WatchedSite();
    const stop = topicWatch.watch(number, (message) => site.take(message, clock.now()));
    const timer = setInterval(() => {
      const topics = site.takeChanged();
      if (topics.length > 0) live.deliver(siteTopicsTopic, { type: 'topics', site: number, topics, dropped: site.dropped });
    }, sendEveryMs);
    const end = (): void => {
      clearInterval(timer);
      stop();
      watches.delete(number);
    };
    const watch = { site, sockets: 0, end };
    watches.set(number, watch);
    return watch;
  };

  const source: LiveSource<typeof siteTopicsTopic> = {
    topic: siteTopicsTopic,
    joined({ filter }: LiveGrant) {
      const number = Number(filter['site']);
      const watch = watches.get(number) ?? begin(number);
      watch.sockets += 1;
      return () => {
        watch.sockets -= 1;
        if (watch.sockets === 0) watch.end();
      };
    },
    snapshot: async ({ filter }) => {
      const number = Number(filter['site']);
      const site = watches.get(number)?.site;
      return site ? [{ type: 'topics', site: number, topics: site.all(), dropped: site.dropped }] : [];
    },
  };
  return { live: [source], stop: async () => watches.forEach(({ end }) => end()) };
}
