import { increaseLetters, increaseNotices, markLettersPrinted, previewNotice } from '@washdesk/contracts/billing/plans/increase-notice';
import {
  changeIncrease,
  createIncrease,
  getIncrease,
  increaseMembers,
  increaseOptions,
  listIncreases,
} from '@washdesk/contracts/billing/plans/price-increase';
import { api } from '../../../lib/api/api.ts';
import { csvFromContract, fromContract } from '../../../lib/api/contract-call.ts';

/** Many members' prices are counted and many letters generated. */
const countingMs = 30_000;

const priceIncreasesApi = api.enhanceEndpoints({ addTagTypes: ['PriceIncrease'] }).injectEndpoints({
  endpoints: (build) => ({
    priceIncreases: build.query({ ...fromContract(listIncreases), keepUnusedDataFor: 0, providesTags: ['Caller', 'PriceIncrease'] }),
    increaseOptions: build.query({
      ...fromContract(increaseOptions, { timeoutMs: countingMs }),
      keepUnusedDataFor: 0,
      providesTags: ['Caller'],
    }),
    priceIncrease: build.query({ ...fromContract(getIncrease), keepUnusedDataFor: 0, providesTags: ['Caller', 'PriceIncrease'] }),
    increaseMembers: build.query({ ...fromContract(increaseMembers), keepUnusedDataFor: 0, providesTags: ['Caller', 'PriceIncrease'] }),
    increaseFile: build.mutation(csvFromContract(increaseMembers)),
    increaseNotices: build.query({ ...fromContract(increaseNotices), keepUnusedDataFor: 0, providesTags: ['Caller', 'PriceIncrease'] }),
    previewNotice: build.query({ ...fromContract(previewNotice), keepUnusedDataFor: 0, providesTags: ['Caller'] }),
    increaseLetters: build.query({ ...fromContract(increaseLetters, { timeoutMs: countingMs }), keepUnusedDataFor: 0 }),
    markLettersPrinted: build.mutation({ ...fromContract(markLettersPrinted), invalidatesTags: ['PriceIncrease'] }),
    createIncrease: build.mutation({ ...fromContract(createIncrease), invalidatesTags: ['PriceIncrease'] }),
    changeIncrease: build.mutation({ ...fromContract(changeIncrease), invalidatesTags: ['PriceIncrease'] }),
  }),
});

export const {
  usePriceIncreasesQuery,
  useLazyPriceIncreasesQuery,
  useIncreaseOptionsQuery,
  usePriceIncreaseQuery,
  useIncreaseMembersQuery,
  useIncreaseFileMutation,
  useIncreaseNoticesQuery,
  usePreviewNoticeQuery,
  useLazyIncreaseLettersQuery,
  useMarkLettersPrintedMutation,
  useCreateIncreaseMutation,
  useChangeIncreaseMutation,
} = priceIncreasesApi;
