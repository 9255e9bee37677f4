import type { NoticeState } from '@washdesk/contracts/billing/plans/increase-notice';
import type { IncreaseMember, IncreaseMemberState, IncreaseState } from '@washdesk/contracts/billing/plans/price-increase';
import { memberStateWords, noticeStateWords } from '@washdesk/rules/plans/bulk-increase';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import type { Tone } from '../../../domain/status/tone.ts';
import { known } from '../../../lib/api/newer-cloud.ts';

type MemberNotice = NonNullable<IncreaseMember['notice']>;

const states: Readonly<Record<IncreaseState, readonly [Tone, string]>> = {
  choosing: ['wait', 'Choosing members'],
  draft: ['neutral', 'Draft'],
  checking: ['wait', 'Dry run'],
  checked: ['neutral', 'Ready to run'],
  running: ['wait', 'Running'],
  paused: ['stop', 'Paused'],
  done: ['go', 'Done'],
  undoing: ['wait', 'Undoing'],
  undone: ['neutral', 'Undone'],
  discarded: ['neutral', 'Discarded'],
};

/** A state of a later release than this tab. */
const unknownState = ['neutral', 'Unknown'] as const;

/** Whether the server is processing the increase, so that it changes without user action. */
export const isAtWork = (state: IncreaseState): boolean => known(states, state, unknownState)[0] === 'wait';

export const increaseWords = (state: IncreaseState): string => known(states, state, unknownState)[1];

export function IncreaseBadge({ state }: { state: IncreaseState }) {
  const [tone, words] = known(states, state, unknownState);
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}

/** The states of members, in display order. */
export const memberStates: Readonly<Record<IncreaseMemberState, readonly [Tone, string]>> = {
  planned: ['neutral', memberStateWords.planned],
  checked: ['neutral', memberStateWords.checked],
  scheduled: ['go', memberStateWords.scheduled],
  skipped: ['wait', memberStateWords.skipped],
  refused: ['stop', memberStateWords.refused],
  undone: ['neutral', memberStateWords.undone],
  kept: ['stop', memberStateWords.kept],
  untouched: ['neutral', memberStateWords.untouched],
};

/** The states of a member's notice, in display order. */
export const noticeStates: Readonly<Record<NoticeState, readonly [Tone, string]>> = {
  waiting: ['wait', noticeStateWords.waiting],
  queued: ['wait', noticeStateWords.queued],
  sent: ['go', noticeStateWords.sent],
  letter: ['wait', noticeStateWords.letter],
  printed: ['go', noticeStateWords.printed],
  dropped: ['neutral', noticeStateWords.dropped],
};

const sentBy = { sms: 'Sent by text', email: 'Sent by email' } as const;

export function NoticeBadge({ state, channel }: Pick<MemberNotice, 'state' | 'channel'>) {
  const [tone, words] = known(noticeStates, state, unknownState);
  return <StatusBadge tone={tone}>{state === 'sent' && channel ? sentBy[channel] : words}</StatusBadge>;
}

export function MemberBadge({ state }: { state: IncreaseMemberState }) {
  const [tone, words] = known(memberStates, state, unknownState);
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}
