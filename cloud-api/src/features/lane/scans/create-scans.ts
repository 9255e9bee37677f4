import { scansTopic } from '@washdesk/contracts/lane/scan';
import type { Feature } from '../../../feature.ts';
import type { LiveHub } from '../../../live/live-hub.ts';
import type { LiveReport } from '../../../ports/site-link.ts';

interface Dependencies {
  live: Pick<LiveHub, 'deliver'>;
  onLiveReport(listener: (report: LiveReport) => void): void;
}

export function createScans({ live, onLiveReport }: Dependencies): Feature {
  onLiveReport(({ kind, site, at, payload }) => {
    if (kind === 'scan') live.deliver(scansTopic, { type: 'scan', site, ...payload, at });
  });
  return { live: [{ topic: scansTopic }] };
}
