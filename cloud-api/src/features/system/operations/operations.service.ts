import type { OperationState } from '../../../operations/operation.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Principal } from '../../../common/caller.ts';
import { notFound } from '../../../common/failure.ts';

/** "Still checking": the outcome of an operation whose answer never arrived (docs/decisions/0002-idempotency-keys.md). */
export class OperationsService {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  /** @throws Failure 404 `operation_not_found` */
  async stateOf(principal: Principal, key: string): Promise<OperationState> {
    const state = await this.#operations.stateOf(principal, key);
    if (!state) throw notFound('operation_not_found', 'Nothing was begun with this key');
    return state;
  }
}
