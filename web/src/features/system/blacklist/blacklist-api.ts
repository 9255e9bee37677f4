import { blockAddress, getBlacklist, unblockAddress } from '@washdesk/contracts/system/blacklist';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const blacklistApi = api.enhanceEndpoints({ addTagTypes: ['Blacklist'] }).injectEndpoints({
  endpoints: (build) => ({
    blacklist: build.query({ ...fromContract(getBlacklist), providesTags: ['Blacklist'] }),
    blockAddress: build.mutation({ ...fromContract(blockAddress), invalidatesTags: ['Blacklist'] }),
    unblockAddress: build.mutation({ ...fromContract(unblockAddress), invalidatesTags: ['Blacklist'] }),
  }),
});

export const { useBlacklistQuery, useBlockAddressMutation, useUnblockAddressMutation } = blacklistApi;
