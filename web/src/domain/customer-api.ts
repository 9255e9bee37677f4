import { customerGeneral } from '@washdesk/contracts/members/customer';
import { api } from '../lib/api/api.ts';
import { fromContract } from '../lib/api/contract-call.ts';

const customerApi = api.injectEndpoints({ endpoints: (build) => ({ customerGeneral: build.query(fromContract(customerGeneral)) }) });

export const { useCustomerGeneralQuery, useLazyCustomerGeneralQuery } = customerApi;
