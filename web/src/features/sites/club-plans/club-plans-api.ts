import { listClubPlans, saveClubPlan } from '@washdesk/contracts/sites/club-plan';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const clubPlansApi = api.enhanceEndpoints({ addTagTypes: ['ClubPlan'] }).injectEndpoints({
  endpoints: (build) => ({
    clubPlans: build.query({ ...fromContract(listClubPlans), providesTags: ['ClubPlan'] }),
    saveClubPlan: build.mutation({ ...fromContract(saveClubPlan), invalidatesTags: ['ClubPlan'] }),
  }),
});

export const { useClubPlansQuery, useSaveClubPlanMutation } = clubPlansApi;
