import { getOverview } from '@washdesk/contracts/company/overview';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const overviewApi = api.injectEndpoints({
  endpoints: (build) => ({ overview: build.query({ ...fromContract(getOverview), providesTags: ['Caller'], keepUnusedDataFor: 0 }) }),
});

export const { useOverviewQuery } = overviewApi;
