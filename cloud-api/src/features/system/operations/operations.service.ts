import type { z } from 'zod';
import type { LateOperation, operationState } from '@washdesk/contracts/system/operation';
import type { Principal } from '../../../common/caller.ts';
import { notFound } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { shownReason } from '../../../jobs/job.ts';
import { keyedChangeState } from '../../../keyed-changes/keyed-change.ts';
import type { Operations } from '../../../operations/operations.ts';
import { lateOperations } from './late-operations.store.ts';

type State = z.input<typeof operationState.response>;

interface Dependencies {
  operations: Operations;
  db: Db;
  summaryOf: (path: string) => string | null;
}

/** "Still checking": the outcome of a keyed call whose response never arrived (docs/decisions/0002-idempotency-keys.md). */
export class OperationsService {
  readonly #operations: Operations;
  readonly #db: Db;
  readonly #summaryOf: Dependencies['summaryOf'];

  constructor(options: Dependencies) {
    this.#operations = options.operations;
    this.#db = options.db;
    this.#summaryOf = options.summaryOf;
  }

  /** @throws Failure 404 `operation_not_found` */
  async stateOf(principal: Principal, key: string): Promise<State> {
    const state = (await this.#operations.stateOf(principal, key)) ?? (await this.#changeState(principal, key));
    if (!state) throw notFound('operation_not_found', 'No operation has this key');
    return state;
  }

  /** Returns the first operations whose outcome is late, oldest first. */
  async late(most: number): Promise<LateOperation[]> {
    const rows = await lateOperations(this.#db, most);
    return rows.map(({ route, kind, reason, since, nextRun, ...row }) => ({
      ...row,
      reason: shownReason({ what: kind, siteName: null, reason }),
      title: this.#summaryOf(route) ?? kind,
      since: since.toISOString(),
      nextRun: nextRun.toISOString(),
    }));
  }

  /** @throws Failure 404 `operation_not_found` */
  async resume(operation: string): Promise<Omit<State, 'answer'>> {
    const found = await this.#operations.resume(operation);
    if (!found) throw notFound('operation_not_found', 'Operation not found');
    const { id, kind, state, status } = found;
    return { id, kind, state, status };
  }

  async #changeState(principal: Principal, key: string): Promise<State | null> {
    const change = await keyedChangeState(this.#db, principal, key);
    if (change?.state === 'done') return { id: key, kind: change.route, state: 'done', status: change.status, answer: change.body };
    return change && { id: key, kind: 'change', state: 'started', status: null, answer: null };
  }
}
