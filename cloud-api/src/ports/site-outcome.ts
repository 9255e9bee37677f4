import type { CommandName } from '@washdesk/site-protocol/commands';
import type { CommandOutcome } from './site-commands.ts';

/** The outcomes of a command without an answer. */
export type NotAnswered = Exclude<CommandOutcome<CommandName>, { kind: 'answered' }>;

/** Whether the site answered that it will never do this. */
export const isFinal = (outcome: NotAnswered): boolean =>
  outcome.kind === 'refused' && (outcome.code === 'bad_payload' || outcome.code === 'rejected');

/** Whether the command may have been executed: the answer was lost, or the agent failed on the way. */
export const mayBeDone = (outcome: NotAnswered): boolean =>
  outcome.kind === 'unknown' || (outcome.kind === 'refused' && outcome.code === 'failed');

/** A sentence for people. @param name the site's */
export const cannotBeReached = (name: string): string => `Can’t reach the Sitewatch of ${name}`;
