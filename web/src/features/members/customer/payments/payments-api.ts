import { customerCharges } from '@washdesk/contracts/billing/charge';
import { customerCredit, settleCredit } from '@washdesk/contracts/billing/credit';
import { markUncollectable } from '@washdesk/contracts/billing/invoice';
import { attachPaymentMethod, deletePaymentMethod } from '@washdesk/contracts/billing/payment-method';
import { customerInvoices } from '@washdesk/contracts/members/customer-parts';
import { api } from '../../../../lib/api/api.ts';
import { fromContract } from '../../../../lib/api/contract-call.ts';

const invalidatesTags = ['Customer', 'Charge', 'Note'] as const;
/** The API calls Stripe during the request. */
const withStripe = { timeoutMs: 30_000 };

const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    customerInvoices: build.query({ ...fromContract(customerInvoices), providesTags: ['Customer', 'Charge'] }),
    customerCharges: build.query({ ...fromContract(customerCharges), providesTags: ['Customer', 'Charge'] }),
    customerCredit: build.query({ ...fromContract(customerCredit, withStripe), providesTags: ['Customer', 'Charge'] }),
    settleCredit: build.mutation({ ...fromContract(settleCredit, withStripe), invalidatesTags }),
    attachCard: build.mutation({ ...fromContract(attachPaymentMethod, withStripe), invalidatesTags }),
    deleteCard: build.mutation({ ...fromContract(deletePaymentMethod, withStripe), invalidatesTags }),
    markUncollectable: build.mutation({ ...fromContract(markUncollectable, withStripe), invalidatesTags }),
  }),
});

export const {
  useCustomerInvoicesQuery,
  useCustomerChargesQuery,
  useCustomerCreditQuery,
  useSettleCreditMutation,
  useAttachCardMutation,
  useDeleteCardMutation,
  useMarkUncollectableMutation,
} = paymentsApi;
