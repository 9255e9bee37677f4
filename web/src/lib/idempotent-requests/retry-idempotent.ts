import type { CallFailure } from '../api/call-failure.ts';
import { isCallFailure, unexpectedAnswer } from '../api/call-failure.ts';

/** How a request ended: it succeeded, was rejected, or the outcome is unknown. Only the first two release its key. */
export type RequestOutcome<T> =
  | { kind: 'done'; data: T }
  | { kind: 'refused'; failure: CallFailure }
  | { kind: 'unknown'; failure: CallFailure };

/** Result of an RTK Query trigger. */
export interface TriggerResult<T> {
  data?: T | undefined;
  error?: unknown;
}

/** Returns the answer to this request only: a failed query still holds the data of an earlier answer next to its error. */
export const freshResult = <T>({ data, error }: TriggerResult<T>): TriggerResult<T> => (error === undefined ? { data } : { error });

/** Delay before each retry in milliseconds. With the time limits of the calls, the person gets an answer within half a minute. */
const retryDelaysMs: readonly number[] = [500, 1_500, 4_000];

/** Error codes that leave the outcome open: the operation is still running or was not started (docs/decisions/0002-idempotency-keys.md). */
const unknownOutcomeCodes: readonly string[] = ['in_progress', 'customer_busy'];

/** Whether to send the same call with the same key again: no response, a server error, or "still running". */
export function isOutcomeUnknown({ status, code }: CallFailure): boolean {
  return status === null || status >= 500 || status === 429 || (status === 409 && unknownOutcomeCodes.includes(code));
}

/**
 * Sends a request with an Idempotency-Key and retries while its outcome is unknown; `send` must use the same key and body each time.
 * Returns 'unknown' after the last retry: the screen then shows "still checking", never "failed".
 */
export async function retryIdempotent<T>(
  send: () => Promise<TriggerResult<T>>,
  delaysMs: readonly number[] = retryDelaysMs,
): Promise<RequestOutcome<T>> {
  const outcome = outcomeOf(await send());
  const [delayMs, ...remaining] = delaysMs;
  if (outcome.kind !== 'unknown' || delayMs === undefined) return outcome;
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  return retryIdempotent(send, remaining);
}

function outcomeOf<T>({ data, error }: TriggerResult<T>): RequestOutcome<T> {
  if (error === undefined) return { kind: 'done', data: data as T };
  const failure = isCallFailure(error) ? error : unexpectedAnswer();
  return { kind: isOutcomeUnknown(failure) || failure.status === 200 ? 'unknown' : 'refused', failure };
}
