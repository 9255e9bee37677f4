import { subscriptionMetadata } from '@washdesk/contracts/billing/subscription-edit';
import { createCustomer, deleteCustomer } from '@washdesk/contracts/members/customer-edit';
import { clearSitewatchComment } from '@washdesk/contracts/sites/sitewatch-member';
import { api } from '../../../../lib/api/api.ts';
import { fromContract } from '../../../../lib/api/contract-call.ts';

const invalidatesTags = ['Customer', 'Charge', 'Note'] as const;
/** Stripe does it while the call waits. */
const withStripe = { timeoutMs: 30_000 };

const toolsApi = api.injectEndpoints({
  endpoints: (build) => ({
    completeSignUp: build.mutation({ ...fromContract(subscriptionMetadata, withStripe), invalidatesTags }),
    cloneCustomer: build.mutation({ ...fromContract(createCustomer, withStripe), invalidatesTags }),
    deleteCustomer: build.mutation({ ...fromContract(deleteCustomer, withStripe), invalidatesTags }),
    clearSitewatchComment: build.mutation(fromContract(clearSitewatchComment)),
  }),
});

export const { useCompleteSignUpMutation, useCloneCustomerMutation, useDeleteCustomerMutation, useClearSitewatchCommentMutation } =
  toolsApi;
