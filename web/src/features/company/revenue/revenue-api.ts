import { getRevenue } from '@washdesk/contracts/company/revenue';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const revenueApi = api.injectEndpoints({
  endpoints: (build) => ({
    revenue: build.query({ ...fromContract(getRevenue), keepUnusedDataFor: 0, providesTags: ['Caller'] }),
  }),
});

export const { useRevenueQuery } = revenueApi;
