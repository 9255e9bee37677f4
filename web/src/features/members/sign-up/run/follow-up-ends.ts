import { isCallFailure, messageOf } from '../../../../lib/api/call-failure.ts';
import type { StepEnd } from './run.ts';

/** The words of front-desk section 8, "Signup". */
export const said = {
  sitewatchCustomer: 'Error Updating Customer in Sitewatch',
  sitewatchPlan: 'Error Activating Plan in Sitewatch',
  signature: 'Error Notifying Signature Tablet',
  message: 'Failed to Send Text Message',
  loyaltyCard: 'Error registering the loyalty card',
  link: 'Error Linking with Logix',
  groups: 'Unknown Error occurred updating groups',
} as const;

export const byItself = 'It will be done by itself.';
export const done = (words: string | null = null): StepEnd => ({ kind: 'done', words });

/** How a call ended that the deed owes anyway: only a refusal is final, whatever else went wrong is tried again without anybody. */
export function endOfOwed(error: unknown): StepEnd {
  if (error === undefined) return done();
  return isCallFailure(error) && isRefusal(error.status) ? { kind: 'couldNot', words: reasonOf(error) } : { kind: 'owed', words: byItself };
}

/** A session that has ended and too many calls say nothing of what is owed. */
const isRefusal = (status: number | null): boolean => status !== null && status >= 400 && status < 500 && ![401, 429].includes(status);

/** What Sitewatch itself said, where it said anything. */
function reasonOf(error: unknown): string {
  const reason = isCallFailure(error) ? error.details?.['reason'] : undefined;
  return typeof reason === 'string' ? reason : messageOf(error);
}

/** Of a message that could not be sent; a server's sentence bears these words already. */
export function messageFailed(error: unknown): string {
  const message = messageOf(error);
  return message.startsWith('Failed to Send') ? message : `${said.message} - ${message}`;
}

const gravity: readonly StepEnd['kind'][] = ['done', 'notPossible', 'owed', 'couldNot'];

/** Of a step of two calls the graver end. */
export function graver(a: StepEnd, b: StepEnd): StepEnd {
  return gravity.indexOf(b.kind) > gravity.indexOf(a.kind) ? b : a;
}
