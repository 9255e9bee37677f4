import { getMetrics, metricMembers } from '@washdesk/contracts/company/metrics';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const metricsApi = api.injectEndpoints({
  endpoints: (build) => ({
    metrics: build.query({ ...fromContract(getMetrics), providesTags: ['Caller'] }),
    metricMembers: build.query({ ...fromContract(metricMembers), keepUnusedDataFor: 0, providesTags: ['Caller'] }),
  }),
});

export const { useMetricsQuery, useMetricMembersQuery, useLazyMetricMembersQuery } = metricsApi;
