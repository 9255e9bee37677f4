import { textPaymentLink } from '@washdesk/contracts/members/communication';
import { declineErasure } from '@washdesk/contracts/members/privacy';
import {
  disputeList,
  erasureRequestList,
  incompleteList,
  onlineSignUpList,
  openJobList,
  pastDueList,
} from '@washdesk/contracts/members/worklist';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

/** The API calls Stripe and passes the message to its provider during the request. */
const withProviders = { timeoutMs: 30_000 };

const worklistsApi = api.injectEndpoints({
  endpoints: (build) => ({
    pastDueList: build.query({ ...fromContract(pastDueList), providesTags: ['Caller', 'Customer'], keepUnusedDataFor: 0 }),
    incompleteList: build.query({ ...fromContract(incompleteList), providesTags: ['Caller', 'Customer'], keepUnusedDataFor: 0 }),
    onlineSignUpList: build.query({ ...fromContract(onlineSignUpList), providesTags: ['Caller', 'Customer'], keepUnusedDataFor: 0 }),
    disputeList: build.query({ ...fromContract(disputeList), providesTags: ['Caller', 'Customer'], keepUnusedDataFor: 0 }),
    erasureRequestList: build.query({ ...fromContract(erasureRequestList), providesTags: ['Caller', 'Customer'], keepUnusedDataFor: 0 }),
    openJobList: build.query({ ...fromContract(openJobList), providesTags: ['Caller', 'Customer'], keepUnusedDataFor: 0 }),
    textPaymentLink: build.mutation(fromContract(textPaymentLink, withProviders)),
    declineErasure: build.mutation(fromContract(declineErasure)),
  }),
});

export const {
  usePastDueListQuery,
  useIncompleteListQuery,
  useOnlineSignUpListQuery,
  useDisputeListQuery,
  useErasureRequestListQuery,
  useLazyErasureRequestListQuery,
  useDeclineErasureMutation,
  useOpenJobListQuery,
  useLazyPastDueListQuery,
  useLazyIncompleteListQuery,
  useLazyOnlineSignUpListQuery,
  useLazyDisputeListQuery,
  useLazyOpenJobListQuery,
  useTextPaymentLinkMutation,
} = worklistsApi;

/** Returns the query for one page of a list. @param site null for every site */
export const worklistQuery = (site: number | null, page: string | undefined) => ({
  query: { ...(site !== null && { site: String(site) }), page },
});
