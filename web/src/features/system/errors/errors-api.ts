import { clearErrors, listErrorGroups, listErrors } from '@washdesk/contracts/system/error-list';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const errorsApi = api.enhanceEndpoints({ addTagTypes: ['Error'] }).injectEndpoints({
  endpoints: (build) => ({
    errorGroups: build.query({ ...fromContract(listErrorGroups), providesTags: ['Error'], keepUnusedDataFor: 0 }),
    errorList: build.query({ ...fromContract(listErrors), providesTags: ['Error'], keepUnusedDataFor: 0 }),
    clearErrors: build.mutation({ ...fromContract(clearErrors), invalidatesTags: ['Error'] }),
  }),
});

export const { useErrorGroupsQuery, useErrorListQuery, useLazyErrorListQuery, useClearErrorsMutation } = errorsApi;
