import { customerCharges } from '@washdesk/contracts/billing/charge';
import { customerCredit, settleCredit } from '@washdesk/contracts/billing/credit';
import { markUncollectable } from '@washdesk/contracts/billing/invoice';
import { attachPaymentMethod, deletePaymentMethod } from '@washdesk/contracts/billing/payment-method';
import { searchCustomers } from '@washdesk/contracts/members/customer';
import { api } from '../../../../lib/api/api.ts';
import { fromContract } from '../../../../lib/api/contract-call.ts';

/** The API calls Stripe during the request. */
const withStripe = { timeoutMs: 30_000 };

const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    customerCharges: build.query({ ...fromContract(customerCharges), providesTags: ['Customer'] }),
    customerCredit: build.query({ ...fromContract(customerCredit, withStripe), providesTags: ['Customer'] }),
    receivingCustomers: build.query({ ...fromContract(searchCustomers), keepUnusedDataFor: 0, providesTags: ['Customer'] }),
    settleCredit: build.mutation(fromContract(settleCredit, withStripe)),
    attachCard: build.mutation(fromContract(attachPaymentMethod, withStripe)),
    deleteCard: build.mutation(fromContract(deletePaymentMethod, withStripe)),
    markUncollectable: build.mutation(fromContract(markUncollectable, withStripe)),
  }),
});

export const {
  useCustomerChargesQuery,
  useLazyCustomerChargesQuery,
  useCustomerCreditQuery,
  useReceivingCustomersQuery,
  useSettleCreditMutation,
  useAttachCardMutation,
  useDeleteCardMutation,
  useMarkUncollectableMutation,
} = paymentsApi;
