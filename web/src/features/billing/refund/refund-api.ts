import { customerCards } from '@washdesk/contracts/members/customer-parts';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const refundApi = api.injectEndpoints({
  endpoints: (build) => ({ cardsOfPayer: build.query(fromContract(customerCards)) }),
});

export const { useCardsOfPayerQuery } = refundApi;
