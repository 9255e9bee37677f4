import { disputeList, incompleteList, pastDueList } from '@washdesk/contracts/members/worklist';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const worklistsApi = api.injectEndpoints({
  endpoints: (build) => ({
    pastDueList: build.query({ ...fromContract(pastDueList), providesTags: ['Caller', 'Customer'], keepUnusedDataFor: 0 }),
    incompleteList: build.query({ ...fromContract(incompleteList), providesTags: ['Caller', 'Customer'], keepUnusedDataFor: 0 }),
    disputeList: build.query({ ...fromContract(disputeList), providesTags: ['Caller', 'Customer'], keepUnusedDataFor: 0 }),
  }),
});

export const { usePastDueListQuery, useIncompleteListQuery, useDisputeListQuery } = worklistsApi;
