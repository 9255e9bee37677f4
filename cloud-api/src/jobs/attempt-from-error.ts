import { Failure } from '../common/failure.ts';
import type { Attempt } from './job.ts';

/**
 * Returns the attempt that ended with this error. A temporary rejection is retried: a fault of ours or the provider's, or another operation
 * in progress.
 * @throws any error that is not a Failure
 */
export function attemptFromError(error: unknown): Attempt {
  if (!(error instanceof Failure)) throw error;
  return { kind: error.status >= 500 || error.status === 409 ? 'later' : 'refused', reason: error.message };
}
