import { subscriptionMetadata } from '@washdesk/contracts/billing/plans/subscription-edit';
import { customerReceipts } from '@washdesk/contracts/billing/receipt';
import { emailReceipt, textReceipt } from '@washdesk/contracts/members/communication';
import { createCustomer, deleteCustomer } from '@washdesk/contracts/members/customer-edit';
import { customerSignatures } from '@washdesk/contracts/members/signature';
import { clearSitewatchComment } from '@washdesk/contracts/sites/sitewatch-member';
import { api } from '../../../../lib/api/api.ts';
import { fromContract } from '../../../../lib/api/contract-call.ts';

/** The API calls Stripe during the request. */
const withStripe = { timeoutMs: 30_000 };
/** The API passes the message to its provider during the request. */
const withProvider = { timeoutMs: 20_000 };

const toolsApi = api.injectEndpoints({
  endpoints: (build) => ({
    completeSignUp: build.mutation(fromContract(subscriptionMetadata, withStripe)),
    cloneCustomer: build.mutation(fromContract(createCustomer, withStripe)),
    deleteCustomer: build.mutation(fromContract(deleteCustomer, withStripe)),
    clearSitewatchComment: build.mutation(fromContract(clearSitewatchComment)),
    customerReceipts: build.query({ ...fromContract(customerReceipts), providesTags: ['Customer'] }),
    customerSignatures: build.query({ ...fromContract(customerSignatures), providesTags: ['Customer'] }),
    textReceipt: build.mutation(fromContract(textReceipt, withProvider)),
    emailReceipt: build.mutation(fromContract(emailReceipt, withProvider)),
  }),
});

export const {
  useCompleteSignUpMutation,
  useCloneCustomerMutation,
  useDeleteCustomerMutation,
  useClearSitewatchCommentMutation,
  useCustomerReceiptsQuery,
  useLazyCustomerReceiptsQuery,
  useCustomerSignaturesQuery,
  useTextReceiptMutation,
  useEmailReceiptMutation,
} = toolsApi;
