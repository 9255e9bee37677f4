import { deedState } from '@washdesk/contracts/system/deed';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { apiError } from '@washdesk/contracts/errors';
import type { z } from 'zod';
import { api } from '../api/api.ts';
import { isCallFailure } from '../api/call-failure.ts';
import { fromContract } from '../api/contract-call.ts';
import type { ActEnd } from './carry-out.ts';

const deedApi = api.injectEndpoints({ endpoints: (build) => ({ deedState: build.query(fromContract(deedState)) }) });

/** 'never': nothing was begun under the key, so nothing will happen, and the key is free. 'open': nobody knows yet. */
export type Checked<T> = Exclude<ActEnd<T>, { kind: 'unknown' }> | { kind: 'never' } | { kind: 'open' };

/**
 * What has become of an act whose answer was lost ("Check" on the screen). It only looks: unlike a repeat it does nothing.
 * @returns the act's own answer, read by the contract that the act was called with
 */
export function useActCheck(): <E extends Endpoint>(contract: E, key: string) => Promise<Checked<z.output<E['response']>>> {
  const [ask] = deedApi.endpoints.deedState.useLazyQuery();
  return async <E extends Endpoint>(contract: E, key: string): Promise<Checked<z.output<E['response']>>> => {
    const { data, error } = await ask({ params: { key } });
    if (isCallFailure(error)) return error.status === 404 && error.code === 'deed_not_found' ? { kind: 'never' } : { kind: 'open' };
    if (!data || data.state === 'intended') return { kind: 'open' };
    if (data.state === 'done') return { kind: 'done', data: contract.response.parse(data.answer) as z.output<E['response']> };
    const failure = apiError.parse({ requestId: '', ...data.answer });
    return { kind: 'refused', failure: { ...failure, status: data.status } };
  };
}
