import { isCallFailure, messageOf } from '../../../../../lib/api/call-failure.ts';
import type { StepResult } from '../run.ts';

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

export const doneLaterMessage = 'It finishes automatically.';
export const done = (words: string | null = null): StepResult => ({ kind: 'done', words });

/** The result of a call whose job is enqueued already: only a refusal is final, since the cloud repeats the job after any other failure. */
export function queuedResult(error: unknown): StepResult {
  if (error === undefined) return done();
  return isCallFailure(error) && isRefusal(error.status)
    ? { kind: 'couldNot', words: reasonOf(error) }
    : { kind: 'queued', words: doneLaterMessage };
}

/** A session that has ended and too many calls say nothing of the job. */
const isRefusal = (status: number | null): boolean => status !== null && status >= 400 && status < 500 && ![401, 429].includes(status);

/** Sitewatch's own words, where the failure has them. */
function reasonOf(error: unknown): string {
  const reason = isCallFailure(error) ? error.details?.['reason'] : undefined;
  return typeof reason === 'string' ? reason : messageOf(error);
}

/** The words for a message that could not be sent; a server's sentence may begin with them already. */
export function messageFailed(error: unknown): string {
  const message = messageOf(error);
  return message.startsWith('Failed to Send') ? message : `${followUpMessages.message} - ${message}`;
}

const severity: readonly StepResult['kind'][] = ['done', 'notPossible', 'queued', 'couldNot'];

/** The worse result of a step that makes two calls. */
export function worseResult(a: StepResult, b: StepResult): StepResult {
  return severity.indexOf(b.kind) > severity.indexOf(a.kind) ? b : a;
}
