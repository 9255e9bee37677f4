import { lateOperations } from '@washdesk/contracts/system/operation';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const operationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    lateOperations: build.query({ ...fromContract(lateOperations), providesTags: ['Caller'], keepUnusedDataFor: 0 }),
  }),
});

export const { useLateOperationsQuery } = operationsApi;
