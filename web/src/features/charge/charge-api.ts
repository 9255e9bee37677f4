import { customerGeneral } from '@washdesk/contracts/customer';
import { api } from '../../lib/api/api.ts';
import { fromContract } from '../../lib/api/contract-call.ts';

const chargeApi = api.injectEndpoints({ endpoints: (build) => ({ chargedCustomer: build.query(fromContract(customerGeneral)) }) });

export const { useChargedCustomerQuery } = chargeApi;
