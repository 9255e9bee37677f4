import { useEffect, useRef, useState } from 'react';
import { siteTopicsTopic } from '@washdesk/contracts/sites/site-topics';
import { useLive } from '../../../../lib/live/use-live.ts';
import { serverNow } from '../../../../lib/server-clock.ts';
import { withSeen, type TopicHistories } from './seen-topics.ts';

const drawEveryMs = 500;

/** The topics of a site with their last messages. While paused, what is shown stays; afterwards it continues with the newest. */
export function useSiteTopics(site: number, paused: boolean) {
  const newest = useRef<TopicHistories>(new Map());
  const [shown, setShown] = useState<{ topics: TopicHistories; now: number }>(() => ({ topics: new Map(), now: serverNow().getTime() }));
  const [dropped, setDropped] = useState(0);
  const live = useLive(
    siteTopicsTopic,
    (message) => {
      newest.current = withSeen(newest.current, message.topics, serverNow().getTime());
      setDropped(message.dropped);
    },
    { site: String(site) },
    'company',
  );
  useEffect(() => {
    if (paused) return undefined;
    const draw = (): void => setShown({ topics: newest.current, now: serverNow().getTime() });
    draw();
    const timer = setInterval(draw, drawEveryMs);
    return () => clearInterval(timer);
  }, [paused]);
  return {
    ...shown,
    dropped,
    ...live,
    clear: () => {
      newest.current = new Map();
      setShown({ topics: newest.current, now: serverNow().getTime() });
    },
  };
}
