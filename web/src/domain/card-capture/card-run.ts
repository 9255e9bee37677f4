import type { CallFailure } from '../../lib/api/call-failure.ts';
import type { CardProblem } from '../../lib/card-reader/card-error.ts';
import { CardError, problemOf } from '../../lib/card-reader/card-error.ts';
import type { CardAttempt, Decline } from '../../lib/card-reader/card-collector.ts';

/**
 * How one attempt to take a card ended. 'open': nobody knows yet; `check` only asks. 'failed' has certainly charged nothing; `ofApi` where
 * neither reader nor form is to blame, so that a card taken another way would fail too.
 */
export type CardRunResult<T> =
  | { kind: 'done'; value: T }
  | { kind: 'canceled' }
  | { kind: 'declined'; decline: Decline }
  | { kind: 'failed'; problem: CardProblem; ofApi?: true }
  | { kind: 'open'; check: () => Promise<CardRunResult<T>> };

export type CardRun<T> = (attempt: CardAttempt) => Promise<CardRunResult<T>>;

export const failedCardRun = (title: string, failure?: CallFailure): CardRunResult<never> => ({
  kind: 'failed',
  problem: problemOf(title, failure?.message, failure?.requestId),
  ofApi: true,
});

/** Turns a thrown CardError into the result of the attempt. */
export async function withCardErrors<T>(run: () => Promise<CardRunResult<T>>): Promise<CardRunResult<T>> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof CardError) return { kind: 'failed', problem: error.problem };
    throw error;
  }
}
