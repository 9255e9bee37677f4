import { isCallFailure, messageOf } from '../../../../lib/api/call-failure.ts';
import type { StepResult } from './run.ts';

/** The messages of failed follow-up steps. */
export const followUpMessages = {
  sitewatchCustomer: 'Error Updating Customer in Sitewatch',
  sitewatchPlan: 'Error Activating Plan in Sitewatch',
  signature: 'Error Notifying Signature Tablet',
  message: 'Failed to Send Text Message',
  loyaltyCard: 'Error registering the loyalty card',
  link: 'Error Linking with Logix',
  groups: 'Unknown Error occurred updating groups',
} as const;

export const doneLaterMessage = 'It will be done by itself.';
export const done = (words: string | null = null): StepResult => ({ kind: 'done', words });

/** How a call ended whose job the operation has enqueued anyway: only a refusal is final, whatever else went wrong is tried again without anybody. */
export function queuedResult(error: unknown): StepResult {
  if (error === undefined) return done();
  return isCallFailure(error) && isRefusal(error.status)
    ? { kind: 'couldNot', words: reasonOf(error) }
    : { kind: 'queued', words: doneLaterMessage };
}

/** A session that has ended and too many calls say nothing of the queued jobs. */
const isRefusal = (status: number | null): boolean => status !== null && status >= 400 && status < 500 && ![401, 429].includes(status);

/** What Sitewatch itself said, where it said anything. */
function reasonOf(error: unknown): string {
  const reason = isCallFailure(error) ? error.details?.['reason'] : undefined;
  return typeof reason === 'string' ? reason : messageOf(error);
}

/** Of a message that could not be sent; a server's sentence bears these words already. */
export function messageFailed(error: unknown): string {
  const message = messageOf(error);
  return message.startsWith('Failed to Send') ? message : `${followUpMessages.message} - ${message}`;
}

const severity: readonly StepResult['kind'][] = ['done', 'notPossible', 'queued', 'couldNot'];

/** Of a step of two calls the graver end. */
export function worseResult(a: StepResult, b: StepResult): StepResult {
  return severity.indexOf(b.kind) > severity.indexOf(a.kind) ? b : a;
}
