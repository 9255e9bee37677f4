import { clubPlan } from '@washdesk/contracts/lane/redeem';
import { customerCheck } from '@washdesk/contracts/members/customer';
import { activateSitewatchPlan } from '@washdesk/contracts/sites/sitewatch-member';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

/** A site's plan is read every time and never cached, so it is a mutation although the call is a GET. */
const plateLookupApi = api.injectEndpoints({
  endpoints: (build) => ({
    lookUpClubPlan: build.mutation(fromContract(clubPlan)),
    holdersOfCode: build.query({ ...fromContract(customerCheck), keepUnusedDataFor: 0, providesTags: ['Customer'] }),
    endClubPlan: build.mutation(fromContract(activateSitewatchPlan, { timeoutMs: 20_000 })),
  }),
});

export const { useLookUpClubPlanMutation, useHoldersOfCodeQuery, useEndClubPlanMutation } = plateLookupApi;
