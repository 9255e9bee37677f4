import { clearClientMetrics, listClientMetrics } from '@washdesk/contracts/system/client-metrics';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const clientMetricsApi = api.enhanceEndpoints({ addTagTypes: ['ClientMetric'] }).injectEndpoints({
  endpoints: (build) => ({
    clientMetrics: build.query({ ...fromContract(listClientMetrics), providesTags: ['ClientMetric'], keepUnusedDataFor: 0 }),
    clearClientMetrics: build.mutation({ ...fromContract(clearClientMetrics), invalidatesTags: ['ClientMetric'] }),
  }),
});

export const { useClientMetricsQuery, useClearClientMetricsMutation } = clientMetricsApi;
