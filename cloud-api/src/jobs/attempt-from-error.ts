import { Failure } from '../common/failure.ts';
import type { Attempt } from './job.ts';

/**
 * The attempt that ended with this error. A refusal that time may lift is tried again: a fault of ours or the provider's, or an operation
 * under way elsewhere.
 * @throws an error that is no Failure
 */
export function attemptFromError(error: unknown): Attempt {
  if (!(error instanceof Failure)) throw error;
  return { kind: error.status >= 500 || error.status === 409 ? 'later' : 'refused', reason: error.message };
}
