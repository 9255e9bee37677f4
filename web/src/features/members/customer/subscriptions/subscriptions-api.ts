import {
  changePrice,
  discontinueSubscription,
  downgradeSubscription,
  terminateSubscription,
  upgradeSubscription,
} from '@washdesk/contracts/billing/plans/plan-change';
import {
  createSubscription,
  reinstateSubscription,
  subscriptionPlans,
  subscriptionPrices,
} from '@washdesk/contracts/billing/plans/subscription';
import { previewChange, previewEnding } from '@washdesk/contracts/billing/plans/subscription-preview';
import { releaseSchedule, scheduleIncrease } from '@washdesk/contracts/billing/plans/subscription-schedule';
import { listReasons } from '@washdesk/contracts/company/reference';
import { api } from '../../../../lib/api/api.ts';
import { fromContract } from '../../../../lib/api/contract-call.ts';

/** Stripe computes previews and charges cards during the request. */
const withStripe = { timeoutMs: 30_000 };

const subscriptionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    subscriptionPlans: build.query({ ...fromContract(subscriptionPlans, withStripe), providesTags: ['Customer'] }),
    subscriptionPrices: build.query({ ...fromContract(subscriptionPrices), providesTags: ['Customer'] }),
    previewChange: build.query({ ...fromContract(previewChange, withStripe), providesTags: ['Customer'] }),
    previewEnding: build.query({ ...fromContract(previewEnding, withStripe), providesTags: ['Customer'] }),
    reasons: build.query(fromContract(listReasons)),
    upgrade: build.mutation(fromContract(upgradeSubscription, withStripe)),
    downgrade: build.mutation(fromContract(downgradeSubscription, withStripe)),
    changePrice: build.mutation(fromContract(changePrice, withStripe)),
    scheduleIncrease: build.mutation(fromContract(scheduleIncrease, withStripe)),
    releaseSchedule: build.mutation(fromContract(releaseSchedule, withStripe)),
    discontinue: build.mutation(fromContract(discontinueSubscription, withStripe)),
    terminate: build.mutation(fromContract(terminateSubscription, withStripe)),
    reinstate: build.mutation(fromContract(reinstateSubscription, withStripe)),
    resumeSignUp: build.mutation(fromContract(createSubscription, withStripe)),
  }),
});

export const {
  useSubscriptionPlansQuery,
  useSubscriptionPricesQuery,
  usePreviewChangeQuery,
  usePreviewEndingQuery,
  useReasonsQuery,
  useUpgradeMutation,
  useDowngradeMutation,
  useChangePriceMutation,
  useScheduleIncreaseMutation,
  useReleaseScheduleMutation,
  useDiscontinueMutation,
  useTerminateMutation,
  useReinstateMutation,
  useResumeSignUpMutation,
} = subscriptionsApi;
