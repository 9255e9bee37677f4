import type { CommandName } from '@washdesk/site-protocol/commands';
import type { CommandOutcome } from './site-commands.ts';

/** The outcomes of a command without a reply. */
export type NotAnswered = Exclude<CommandOutcome<CommandName>, { kind: 'answered' }>;

/** Whether the site replied that it will never do this. */
export const isFinal = (outcome: NotAnswered): boolean =>
  outcome.kind === 'refused' && (outcome.code === 'bad_payload' || outcome.code === 'rejected');

/** Whether the command may have been executed: the reply was lost, or the agent failed midway. */
export const mayBeDone = (outcome: NotAnswered): boolean =>
  outcome.kind === 'unknown' || (outcome.kind === 'refused' && outcome.code === 'failed');

/** Returns a sentence for users. @param name the site's */
export const cannotBeReached = (name: string): string => `Can’t reach the Sitewatch of ${name}`;
