import { clearCache, deleteCacheKey, getCacheInfo, listCacheKeys } from '@washdesk/contracts/system/cache';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const cacheApi = api.enhanceEndpoints({ addTagTypes: ['Cache'] }).injectEndpoints({
  endpoints: (build) => ({
    cacheInfo: build.query({ ...fromContract(getCacheInfo), providesTags: ['Caller', 'Cache'], keepUnusedDataFor: 0 }),
    cacheKeys: build.query({ ...fromContract(listCacheKeys), providesTags: ['Caller', 'Cache'], keepUnusedDataFor: 0 }),
    deleteCacheKey: build.mutation({ ...fromContract(deleteCacheKey), invalidatesTags: ['Cache'] }),
    clearCache: build.mutation({ ...fromContract(clearCache), invalidatesTags: ['Cache'] }),
  }),
});

export const { useCacheInfoQuery, useCacheKeysQuery, useLazyCacheKeysQuery, useDeleteCacheKeyMutation, useClearCacheMutation } = cacheApi;
