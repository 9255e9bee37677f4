import { clubPlan } from '@washdesk/contracts/lane/redeem';
import { searchCustomers, suggestCustomers } from '@washdesk/contracts/members/customer';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchCustomers: build.query({ ...fromContract(searchCustomers), providesTags: ['Customer'] }),
    suggestCustomers: build.query({ ...fromContract(suggestCustomers), providesTags: ['Customer'] }),
    clubPlan: build.query(fromContract(clubPlan)),
  }),
});

export const { useSearchCustomersQuery, useSuggestCustomersQuery, useLazyClubPlanQuery } = searchApi;
