import { useDispatch } from 'react-redux';
import type { z } from 'zod';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { apiError } from '@washdesk/contracts/errors';
import { operationState } from '@washdesk/contracts/system/operation';
import { api } from '../api/api.ts';
import { isCallFailure } from '../api/call-failure.ts';
import { fromContract } from '../api/contract-call.ts';
import { readAnswer } from '../api/newer-cloud.ts';
import type { RequestOutcome } from './retry-idempotent.ts';

const operationApi = api.injectEndpoints({ endpoints: (build) => ({ operationState: build.query(fromContract(operationState)) }) });

/** 'never': nothing was started under the key, and the key is free. 'open': still unknown. */
export type OperationCheckResult<T> = Exclude<RequestOutcome<T>, { kind: 'unknown' }> | { kind: 'never' } | { kind: 'open' };

/**
 * Asks for the outcome of an operation whose answer was lost ("Check" on the screen). Unlike a retry, it starts nothing.
 * What the operation changed is fetched again, because the original call got no answer.
 * @returns the operation's answer, parsed by the contract of the original call
 */
export function useOperationCheck(): <E extends Endpoint>(
  contract: E,
  key: string,
) => Promise<OperationCheckResult<z.output<E['response']>>> {
  const [ask] = operationApi.endpoints.operationState.useLazyQuery();
  const dispatch = useDispatch();
  return async <E extends Endpoint>(contract: E, key: string): Promise<OperationCheckResult<z.output<E['response']>>> => {
    const { data, error } = await ask({ params: { key } });
    if (isCallFailure(error)) return error.status === 404 && error.code === 'operation_not_found' ? { kind: 'never' } : { kind: 'open' };
    if (!data || data.state === 'started') return { kind: 'open' };
    dispatch(api.util.invalidateTags(['Customer']));
    if (data.state === 'done') {
      const read = readAnswer(contract.response as z.ZodType<z.output<E['response']>>, data.answer);
      if (!('data' in read)) throw new Error(`The answer of ${contract.id} is not understood`, { cause: read.issues });
      return { kind: 'done', data: read.data };
    }
    const failure = apiError.parse({ requestId: '', ...data.answer });
    return { kind: 'refused', failure: { ...failure, status: data.status } };
  };
}
