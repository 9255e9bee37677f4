import { changeRollout, listReleases, startRollout } from '@washdesk/contracts/sites/release';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const releasesApi = api.enhanceEndpoints({ addTagTypes: ['Release'] }).injectEndpoints({
  endpoints: (build) => ({
    releases: build.query({ ...fromContract(listReleases), providesTags: ['Release'] }),
    startRollout: build.mutation({ ...fromContract(startRollout), invalidatesTags: ['Release'] }),
    changeRollout: build.mutation({ ...fromContract(changeRollout), invalidatesTags: ['Release'] }),
  }),
});

export const { useReleasesQuery, useStartRolloutMutation, useChangeRolloutMutation } = releasesApi;
