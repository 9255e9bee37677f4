import type { LaneTrace } from '@washdesk/contracts/lane/trace';
import type { TimelineStep } from '@washdesk/rules/lane/trace-timeline';
import type { Tone } from '../../../domain/status/tone.ts';

export const outcomes: Readonly<Record<LaneTrace['outcome'], { tone: Tone; words: string }>> = {
  opened: { tone: 'go', words: 'Opened' },
  unconfirmed: { tone: 'wait', words: 'Not seen opening' },
  'not-opened': { tone: 'stop', words: 'Did not open' },
  shown: { tone: 'neutral', words: 'Shown at the register' },
  suggested: { tone: 'neutral', words: 'Plate suggested' },
  ignored: { tone: 'neutral', words: 'Ignored' },
  unknown: { tone: 'wait', words: 'Outcome unknown' },
};

/** What follows for a car whose gate did not open by itself. */
export const nextSteps: Partial<Record<LaneTrace['outcome'], string>> = {
  shown: 'The gate doesn’t open by itself. A cashier decides at the register or the lane board.',
  suggested: 'The gate doesn’t open by itself. A cashier compares the plate and decides.',
};

export const stepNames: Readonly<Record<NonNullable<TimelineStep['step']>, string>> = {
  press: 'Press',
  read: 'Read',
  filter: 'Debounce',
  'look-up': 'Look-up',
  decision: 'Decision',
  command: 'Command',
  journal: 'Journal',
  relay: 'Relay',
  readback: 'Readback',
  unknown: 'Other step',
};

/** Returns a duration as people read it: '0.4 ms', '240 ms', '1.2 s', '12 s'. */
export function durationText(ms: number): string {
  if (ms < 1) return `${ms.toFixed(1)} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}

/** Returns where the car was, or which gate was pressed. */
export function placeOf({ lane, gate }: Pick<LaneTrace, 'lane' | 'gate'>): string {
  if (lane === null) return gate === null ? 'No lane' : `Gate ${gate}`;
  return `Lane ${lane}`;
}
