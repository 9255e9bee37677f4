import type { CallFailure } from '../../lib/api/call-failure.ts';
import type { CardProblem } from '../../lib/card-reader/card-trouble.ts';
import { CardTrouble, problemOf } from '../../lib/card-reader/card-trouble.ts';
import type { CardAct, Decline } from '../../lib/card-reader/card-taker.ts';

/**
 * How one attempt to take a card ended. 'open': nobody knows yet; `check` only looks. 'failed' is known to have taken nothing; `ofApi` where
 * neither reader nor form is to blame, so that a card taken another way would fail too.
 */
export type RunEnd<T> =
  | { kind: 'done'; value: T }
  | { kind: 'canceled' }
  | { kind: 'declined'; decline: Decline }
  | { kind: 'failed'; problem: CardProblem; ofApi?: true }
  | { kind: 'open'; check: () => Promise<RunEnd<T>> };

export type CardRun<T> = (act: CardAct) => Promise<RunEnd<T>>;

export const failed = (title: string, failure?: CallFailure): RunEnd<never> => ({
  kind: 'failed',
  problem: problemOf(title, failure?.message, failure?.requestId),
  ofApi: true,
});

/** What cannot go on is an end like others. */
export async function ended<T>(run: () => Promise<RunEnd<T>>): Promise<RunEnd<T>> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof CardTrouble) return { kind: 'failed', problem: error.problem };
    throw error;
  }
}
