import { dismissJob, listJobGroups, listJobs, retryJob, retryJobs } from '@washdesk/contracts/system/job';
import { api } from '../../lib/api/api.ts';
import { fromContract } from '../../lib/api/contract-call.ts';

const jobsApi = api.injectEndpoints({
  endpoints: (build) => ({
    jobGroups: build.query({ ...fromContract(listJobGroups), providesTags: ['Caller', 'Customer'], keepUnusedDataFor: 0 }),
    jobs: build.query({ ...fromContract(listJobs), providesTags: ['Caller', 'Customer'], keepUnusedDataFor: 0 }),
    retryJob: build.mutation(fromContract(retryJob)),
    retryJobs: build.mutation(fromContract(retryJobs)),
    dismissJob: build.mutation(fromContract(dismissJob)),
  }),
});

export const { useJobGroupsQuery, useJobsQuery, useRetryJobMutation, useRetryJobsMutation, useDismissJobMutation } = jobsApi;
