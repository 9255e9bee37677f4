import { payInvoice } from '@washdesk/contracts/billing/invoice';
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

/** Tags of what an action on a plan changes: the customer's data and plans, the charges, and the action's notes. */
const invalidatesTags = ['Customer', 'Charge', 'Note'] as const;
/** Stripe computes previews and charges cards during the request. */
const withStripe = { timeoutMs: 30_000 };

const subscriptionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    subscriptionPlans: build.query({ ...fromContract(subscriptionPlans, withStripe), providesTags: ['Customer'] }),
    subscriptionPrices: build.query({ ...fromContract(subscriptionPrices), providesTags: ['Customer'] }),
    previewChange: build.query({ ...fromContract(previewChange, withStripe), providesTags: ['Customer'] }),
    previewEnding: build.query({ ...fromContract(previewEnding, withStripe), providesTags: ['Customer'] }),
    reasons: build.query(fromContract(listReasons)),
    upgrade: build.mutation({ ...fromContract(upgradeSubscription, withStripe), invalidatesTags }),
    downgrade: build.mutation({ ...fromContract(downgradeSubscription, withStripe), invalidatesTags }),
    changePrice: build.mutation({ ...fromContract(changePrice, withStripe), invalidatesTags }),
    scheduleIncrease: build.mutation({ ...fromContract(scheduleIncrease, withStripe), invalidatesTags }),
    releaseSchedule: build.mutation({ ...fromContract(releaseSchedule, withStripe), invalidatesTags }),
    discontinue: build.mutation({ ...fromContract(discontinueSubscription, withStripe), invalidatesTags }),
    terminate: build.mutation({ ...fromContract(terminateSubscription, withStripe), invalidatesTags }),
    reinstate: build.mutation({ ...fromContract(reinstateSubscription, withStripe), invalidatesTags }),
    resumeSignUp: build.mutation({ ...fromContract(createSubscription, withStripe), invalidatesTags }),
    payInvoice: build.mutation({ ...fromContract(payInvoice, withStripe), invalidatesTags }),
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
  usePayInvoiceMutation,
} = subscriptionsApi;
