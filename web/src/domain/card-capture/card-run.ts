import type { CallFailure } from '../../lib/api/call-failure.ts';
import type { CardAttempt, Decline } from '../../lib/card-reader/card-collector.ts';
import type { CardProblem } from '../../lib/card-reader/card-error.ts';
import { CardError, problemOf } from '../../lib/card-reader/card-error.ts';

/**
 * The outcome of one attempt to collect a card. 'open': unknown; `check` only queries it. 'failed' has certainly charged nothing; `ofApi`
 * if neither reader nor form caused it, so that another entry method would fail too.
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

/** Converts a thrown CardError to the attempt's result. */
export async function withCardErrors<T>(run: () => Promise<CardRunResult<T>>): Promise<CardRunResult<T>> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof CardError) return { kind: 'failed', problem: error.problem };
    throw error;
  }
}
