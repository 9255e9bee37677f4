import { getPublicStatus, getSiteStatus } from '@washdesk/contracts/system/service-status';
import { api } from '../../lib/api/api.ts';
import { fromContract } from '../../lib/api/contract-call.ts';

const statusApi = api.injectEndpoints({
  endpoints: (build) => ({
    siteStatus: build.query({ ...fromContract(getSiteStatus), providesTags: ['Caller'] }),
    publicStatus: build.query(fromContract(getPublicStatus)),
  }),
});

export const { useSiteStatusQuery, usePublicStatusQuery } = statusApi;
