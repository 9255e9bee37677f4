import { changeTax } from '@washdesk/contracts/billing/plans/subscription-edit';
import { customerLoyaltyCard } from '@washdesk/contracts/members/loyalty';
import { updateSitewatchCustomer } from '@washdesk/contracts/sites/sitewatch-member';
import { api } from '../../../../lib/api/api.ts';
import { fromContract } from '../../../../lib/api/contract-call.ts';

const infoApi = api.injectEndpoints({
  endpoints: (build) => ({
    customerLoyaltyCard: build.query({ ...fromContract(customerLoyaltyCard), providesTags: ['Customer'] }),
    updateSitewatch: build.mutation(fromContract(updateSitewatchCustomer)),
    changeTax: build.mutation(fromContract(changeTax, { timeoutMs: 30_000 })),
  }),
});

export const { useCustomerLoyaltyCardQuery, useUpdateSitewatchMutation, useChangeTaxMutation } = infoApi;
