import { getSubscription } from '@washdesk/contracts/billing/plans/plan-change';
import { releaseSchedule } from '@washdesk/contracts/billing/plans/subscription-schedule';
import { searchCustomers, suggestCustomers } from '@washdesk/contracts/members/customer';
import { customerSchedules } from '@washdesk/contracts/members/customer-parts';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const scheduleReleaseApi = api.injectEndpoints({
  endpoints: (build) => ({
    subscribersFound: build.query({ ...fromContract(searchCustomers), keepUnusedDataFor: 0, providesTags: ['Customer'] }),
    subscribersMeant: build.query({ ...fromContract(suggestCustomers), providesTags: ['Customer'] }),
    subscriptionToRelease: build.query({ ...fromContract(getSubscription), keepUnusedDataFor: 0, providesTags: ['Customer'] }),
    schedulesToRelease: build.query({ ...fromContract(customerSchedules), keepUnusedDataFor: 0, providesTags: ['Customer'] }),
    releaseOfficeSchedule: build.mutation(fromContract(releaseSchedule, { timeoutMs: 30_000 })),
  }),
});

export const {
  useSubscribersFoundQuery,
  useSubscribersMeantQuery,
  useSubscriptionToReleaseQuery,
  useSchedulesToReleaseQuery,
  useReleaseOfficeScheduleMutation,
} = scheduleReleaseApi;
