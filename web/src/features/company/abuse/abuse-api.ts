import { decideAbuseFlag, getAbuseFlag, listAbuseFlags } from '@washdesk/contracts/company/abuse';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const abuseApi = api.enhanceEndpoints({ addTagTypes: ['AbuseFlag'] }).injectEndpoints({
  endpoints: (build) => ({
    abuseFlags: build.query({ ...fromContract(listAbuseFlags), providesTags: ['AbuseFlag', 'Caller'], keepUnusedDataFor: 0 }),
    abuseFlag: build.query({ ...fromContract(getAbuseFlag), providesTags: ['AbuseFlag', 'Caller'], keepUnusedDataFor: 0 }),
    decideAbuseFlag: build.mutation({ ...fromContract(decideAbuseFlag), invalidatesTags: ['AbuseFlag'] }),
  }),
});

export const { useAbuseFlagsQuery, useAbuseFlagQuery, useDecideAbuseFlagMutation } = abuseApi;
