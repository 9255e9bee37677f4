import { isCallFailure, messageOf } from '../../../../../lib/api/call-failure.ts';
import type { StepResult } from '../run.ts';

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

/**
 * Returns the result of a call whose job is already enqueued. Only a rejection is final; after any other failure the cloud retries the job.
 */
export function queuedResult(error: unknown): StepResult {
  if (error === undefined) return done();
  return isCallFailure(error) && isRefusal(error.status)
    ? { kind: 'couldNot', words: reasonOf(error) }
    : { kind: 'queued', words: doneLaterMessage };
}

/** An expired session and a rate limit are not about the job. */
const isRefusal = (status: number | null): boolean => status !== null && status >= 400 && status < 500 && ![401, 429].includes(status);

/** Returns Sitewatch's own message, if the failure has one. */
function reasonOf(error: unknown): string {
  const reason = isCallFailure(error) ? error.details?.['reason'] : undefined;
  return typeof reason === 'string' ? reason : messageOf(error);
}

/** Returns the text for a failed message; the server's sentence may begin with it already. */
export function messageFailed(error: unknown): string {
  const message = messageOf(error);
  return message.startsWith('Failed to Send') ? message : `${followUpMessages.message} - ${message}`;
}

const severity: readonly StepResult['kind'][] = ['done', 'notPossible', 'queued', 'couldNot'];

/** Returns the worse result of a step with two calls. */
export function worseResult(a: StepResult, b: StepResult): StepResult {
  return severity.indexOf(b.kind) > severity.indexOf(a.kind) ? b : a;
}
