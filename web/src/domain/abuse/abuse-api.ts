import { listAbuseFlags } from '@washdesk/contracts/company/abuse';
import { api } from '../../lib/api/api.ts';
import { fromContract } from '../../lib/api/contract-call.ts';

export const abuseApi = api.enhanceEndpoints({ addTagTypes: ['AbuseFlag'] }).injectEndpoints({
  endpoints: (build) => ({
    abuseFlags: build.query({ ...fromContract(listAbuseFlags), providesTags: ['AbuseFlag', 'Caller'], keepUnusedDataFor: 0 }),
  }),
});

export const { useAbuseFlagsQuery } = abuseApi;
