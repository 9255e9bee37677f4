import { getNumbers, numberMembers } from '@washdesk/contracts/company/numbers';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const numbersApi = api.injectEndpoints({
  endpoints: (build) => ({
    numbers: build.query({ ...fromContract(getNumbers), providesTags: ['Caller'] }),
    numberMembers: build.query({ ...fromContract(numberMembers), keepUnusedDataFor: 0, providesTags: ['Caller'] }),
  }),
});

export const { useNumbersQuery, useNumberMembersQuery } = numbersApi;
