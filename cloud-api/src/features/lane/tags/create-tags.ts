import { tagsTopic } from '@washdesk/contracts/lane/tag';
import type { Feature } from '../../../feature.ts';
import type { LiveHub } from '../../../live/live-hub.ts';
import type { LiveReport } from '../../../ports/site-link.ts';

interface Dependencies {
  live: Pick<LiveHub, 'deliver'>;
  onLiveReport(listener: (report: LiveReport) => void): void;
}

export function createTags({ live, onLiveReport }: Dependencies): Feature {
  onLiveReport(({ kind, site, at, payload }) => {
    if (kind !== 'tag') return;
    const { reader, antenna, lane, tag } = payload;
    live.deliver(tagsTopic, { type: 'tag', site, reader, antenna, lane, tag, at });
  });
  return { live: [{ topic: tagsTopic }] };
}
