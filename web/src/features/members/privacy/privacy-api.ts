import { customerData, eraseCustomer, exportCustomerData, listErasures } from '@washdesk/contracts/members/privacy';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

/** The API searches every table and asks each site. */
const everywhere = { timeoutMs: 30_000 };

const privacyApi = api.enhanceEndpoints({ addTagTypes: ['Erasure'] }).injectEndpoints({
  endpoints: (build) => ({
    customerData: build.query({ ...fromContract(customerData, everywhere), providesTags: ['Customer', 'Erasure'] }),
    exportCustomerData: build.query({ ...fromContract(exportCustomerData, everywhere), keepUnusedDataFor: 0 }),
    eraseCustomer: build.mutation({ ...fromContract(eraseCustomer, everywhere), invalidatesTags: ['Customer', 'Erasure'] }),
    erasures: build.query({ ...fromContract(listErasures), providesTags: ['Erasure'] }),
  }),
});

export const { useCustomerDataQuery, useLazyExportCustomerDataQuery, useEraseCustomerMutation, useErasuresQuery } = privacyApi;
