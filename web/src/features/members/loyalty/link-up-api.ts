import { searchCustomers } from '@washdesk/contracts/members/customer';
import { customerLoyaltyCard, findLoyaltyCard, registerLoyaltyCard } from '@washdesk/contracts/members/loyalty';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

/** The card's holder is looked up every time and never cached, so it is a mutation although the call is a GET. */
const linkUpApi = api.injectEndpoints({
  endpoints: (build) => ({
    customersToLink: build.query({ ...fromContract(searchCustomers), keepUnusedDataFor: 0, providesTags: ['Customer'] }),
    cardOfCustomer: build.query({ ...fromContract(customerLoyaltyCard), keepUnusedDataFor: 0, providesTags: ['Customer'] }),
    holderOfCard: build.mutation(fromContract(findLoyaltyCard)),
    linkCard: build.mutation(fromContract(registerLoyaltyCard, { timeoutMs: 20_000 })),
  }),
});

export const { useCustomersToLinkQuery, useCardOfCustomerQuery, useHolderOfCardMutation, useLinkCardMutation } = linkUpApi;
