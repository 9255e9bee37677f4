import type { CommandName } from '@washdesk/site-protocol/commands';
import type { CommandOutcome } from './site-commands.ts';

/** What may be concluded from a command that did not end in an answer. */
export type NotAnswered = Exclude<CommandOutcome<CommandName>, { kind: 'answered' }>;

/** The site says that it will never do this. */
export const isFinal = (outcome: NotAnswered): boolean =>
  outcome.kind === 'refused' && (outcome.code === 'bad_payload' || outcome.code === 'rejected');

/** The answer was lost, or the agent broke while it was at it. */
export const mayBeDone = (outcome: NotAnswered): boolean =>
  outcome.kind === 'unknown' || (outcome.kind === 'refused' && outcome.code === 'failed');

/** For people. @param name the site's */
export const cannotBeReached = (name: string): string => `Sitewatch of ${name} cannot be reached`;
