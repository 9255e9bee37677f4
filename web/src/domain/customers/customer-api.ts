import { findZip } from '@washdesk/contracts/company/reference';
import { customerCheck, customerGeneral } from '@washdesk/contracts/members/customer';
import { customerCards } from '@washdesk/contracts/members/customer-parts';
import { api } from '../../lib/api/api.ts';
import { fromContract } from '../../lib/api/contract-call.ts';

const customerApi = api.injectEndpoints({
  endpoints: (build) => ({
    customerGeneral: build.query({ ...fromContract(customerGeneral), providesTags: ['Customer'] }),
    customerCheck: build.query(fromContract(customerCheck)),
    zip: build.query(fromContract(findZip)),
    customerCards: build.query({ ...fromContract(customerCards), providesTags: ['Customer'] }),
  }),
});

export const { useCustomerGeneralQuery, useCustomerCardsQuery, useLazyCustomerGeneralQuery, useLazyCustomerCheckQuery, useLazyZipQuery } =
  customerApi;
