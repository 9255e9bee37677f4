import { onlineLocations, onlinePoster } from '@washdesk/contracts/billing/online';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const posterApi = api.injectEndpoints({
  endpoints: (build) => ({
    onlineLocations: build.query({ ...fromContract(onlineLocations), providesTags: ['Caller'] }),
    onlinePoster: build.query({ ...fromContract(onlinePoster), providesTags: ['Caller'] }),
  }),
});

export const { useOnlineLocationsQuery, useOnlinePosterQuery } = posterApi;
