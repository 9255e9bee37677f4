import { findEmployee } from '@washdesk/contracts/sites/sitewatch';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const loginApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Asked anew for every number: an employee may have been added since.
    findEmployee: build.query({ ...fromContract(findEmployee), keepUnusedDataFor: 0 }),
  }),
});

export const { useLazyFindEmployeeQuery } = loginApi;
