import { getReport, multiActiveCodes } from '@washdesk/contracts/company/report';
import { api } from '../../../lib/api/api.ts';
import { csvFromContract, fromContract } from '../../../lib/api/contract-call.ts';

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    report: build.query({ ...fromContract(getReport), keepUnusedDataFor: 0, providesTags: ['Caller'] }),
    reportFile: build.mutation(csvFromContract(getReport)),
    multiActiveCodes: build.query({ ...fromContract(multiActiveCodes), keepUnusedDataFor: 0, providesTags: ['Caller'] }),
  }),
});

export const { useReportQuery, useReportFileMutation, useMultiActiveCodesQuery, useLazyMultiActiveCodesQuery } = reportsApi;
