import type { IncreaseMemberState, IncreaseState } from '@washdesk/contracts/billing/price-increase';
import { StatusBadge } from '../../../domain/status-badge.tsx';
import type { Tone } from '../../../domain/tone.ts';

const states: Readonly<Record<IncreaseState, readonly [Tone, string]>> = {
  choosing: ['wait', 'Choosing members'],
  draft: ['neutral', 'Draft'],
  checking: ['wait', 'Dry run'],
  checked: ['neutral', 'Ready to run'],
  running: ['wait', 'Running'],
  paused: ['stop', 'Paused'],
  done: ['go', 'Done'],
  undoing: ['wait', 'Being undone'],
  undone: ['neutral', 'Undone'],
  discarded: ['neutral', 'Discarded'],
};

/** The states in which somebody works on an increase, so that it changes by itself. */
export const isAtWork = (state: IncreaseState): boolean => states[state][0] === 'wait';

export function IncreaseBadge({ state }: { state: IncreaseState }) {
  const [tone, words] = states[state];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}

/** The states of members, in the order in which a screen offers them. */
export const memberStates: Readonly<Record<IncreaseMemberState, readonly [Tone, string]>> = {
  planned: ['neutral', 'Planned'],
  checked: ['neutral', 'Checked'],
  scheduled: ['go', 'Scheduled'],
  skipped: ['wait', 'Skipped'],
  refused: ['stop', 'Refused'],
  undone: ['neutral', 'Undone'],
  kept: ['stop', 'Not undone'],
};

export function MemberBadge({ state }: { state: IncreaseMemberState }) {
  const [tone, words] = memberStates[state];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}
