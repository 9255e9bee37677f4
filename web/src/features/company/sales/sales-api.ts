import { salesByEmployee, soldPlans } from '@washdesk/contracts/company/sales';
import { api } from '../../../lib/api/api.ts';
import { csvFromContract, fromContract } from '../../../lib/api/contract-call.ts';

const salesApi = api.injectEndpoints({
  endpoints: (build) => ({
    employeeSales: build.query({ ...fromContract(salesByEmployee), keepUnusedDataFor: 0, providesTags: ['Caller'] }),
    employeeSalesFile: build.mutation(csvFromContract(salesByEmployee)),
    soldPlans: build.query({ ...fromContract(soldPlans), keepUnusedDataFor: 0, providesTags: ['Caller'] }),
    soldPlansFile: build.mutation(csvFromContract(soldPlans)),
  }),
});

export const { useEmployeeSalesQuery, useEmployeeSalesFileMutation, useSoldPlansQuery, useSoldPlansFileMutation } = salesApi;
