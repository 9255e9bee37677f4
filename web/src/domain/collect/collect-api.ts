import { payInvoice } from '@washdesk/contracts/billing/invoice';
import { customerInvoices } from '@washdesk/contracts/members/customer-parts';
import { api } from '../../lib/api/api.ts';
import { fromContract } from '../../lib/api/contract-call.ts';

const collectApi = api.injectEndpoints({
  endpoints: (build) => ({
    customerInvoices: build.query({ ...fromContract(customerInvoices), providesTags: ['Customer'] }),
    payInvoice: build.mutation(fromContract(payInvoice, { timeoutMs: 30_000 })),
  }),
});

export const { useCustomerInvoicesQuery, usePayInvoiceMutation } = collectApi;
