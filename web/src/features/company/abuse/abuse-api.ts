import { decideAbuseFlag, getAbuseFlag } from '@washdesk/contracts/company/abuse';
import { abuseApi } from '../../../domain/abuse/abuse-api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const flagApi = abuseApi.injectEndpoints({
  endpoints: (build) => ({
    abuseFlag: build.query({ ...fromContract(getAbuseFlag), providesTags: ['AbuseFlag', 'Caller'], keepUnusedDataFor: 0 }),
    decideAbuseFlag: build.mutation({ ...fromContract(decideAbuseFlag), invalidatesTags: ['AbuseFlag'] }),
  }),
});

export const { useAbuseFlagQuery, useDecideAbuseFlagMutation } = flagApi;
