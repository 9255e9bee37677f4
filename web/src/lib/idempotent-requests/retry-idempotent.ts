import type { CallFailure } from '../api/call-failure.ts';
import { isCallFailure, unexpectedAnswer } from '../api/call-failure.ts';

/** How a request ended: it succeeded, it was refused, or nobody knows yet. Only the first two free its key. */
export type RequestOutcome<T> =
  | { kind: 'done'; data: T }
  | { kind: 'refused'; failure: CallFailure }
  | { kind: 'unknown'; failure: CallFailure };

/** The result of RTK Query's triggers. */
export interface TriggerResult<T> {
  data?: T | undefined;
  error?: unknown;
}

/** The answer to this request alone: a query that fails still holds the data of an earlier answer beside its error. */
export const freshResult = <T>({ data, error }: TriggerResult<T>): TriggerResult<T> => (error === undefined ? { data } : { error });

/** Waits before each repeat, in milliseconds: with the calls' own deadlines the person hears within half a minute. */
const retryDelaysMs: readonly number[] = [500, 1_500, 4_000];

/** Error codes that leave the outcome open: the operation is still under way, or was not begun (docs/decisions/0002-idempotency-keys.md). */
const unknownOutcomeCodes: readonly string[] = ['in_progress', 'customer_busy'];

/** Whether the same call under the same key must be asked again: no answer, one of a server in trouble, or "still under way". */
export function isOutcomeUnknown({ status, code }: CallFailure): boolean {
  return status === null || status >= 500 || status === 429 || (status === 409 && unknownOutcomeCodes.includes(code));
}

/**
 * Sends a request that bears an Idempotency-Key and repeats it while its outcome is open, so `send` must bear the same key and body
 * each time. 'unknown' after the last repeat: the screen says "still checking", never "failed".
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
