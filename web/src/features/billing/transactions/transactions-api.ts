import type { z } from 'zod';
import { searchInvoices } from '@washdesk/contracts/billing/invoice';
import { searchSubscriptions } from '@washdesk/contracts/billing/plans/subscription-edit';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

export type InvoiceSearch = z.input<typeof searchInvoices.body>;
export type SubscriptionSearch = z.input<typeof searchSubscriptions.body>;

const transactionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchInvoices: build.query({ ...fromContract(searchInvoices), providesTags: ['Customer'] }),
    searchSubscriptions: build.query({ ...fromContract(searchSubscriptions), providesTags: ['Customer'] }),
  }),
});

export const { useSearchInvoicesQuery, useSearchSubscriptionsQuery, useLazySearchInvoicesQuery, useLazySearchSubscriptionsQuery } =
  transactionsApi;
