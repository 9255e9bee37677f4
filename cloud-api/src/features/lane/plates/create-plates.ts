import { platesTopic } from '@washdesk/contracts/lane/plate';
import type { Feature } from '../../../feature.ts';
import type { LiveHub } from '../../../live/live-hub.ts';
import type { LiveReport } from '../../../ports/site-link.ts';

interface Dependencies {
  live: Pick<LiveHub, 'deliver'>;
  onLiveReport(listener: (report: LiveReport) => void): void;
}

/** Passes the plates of cameras to screens; their traces come with the agent's events (docs/rules/lane.md#plate-cameras). */
export function createPlates({ live, onLiveReport }: Dependencies): Feature {
  onLiveReport(({ kind, site, at, payload }) => {
    if (kind === 'plate') live.deliver(platesTopic, { type: 'plate', site, ...payload, at });
  });
  return { live: [{ topic: platesTopic }] };
}
