import { deductGiftCard, findGiftCards } from '@washdesk/contracts/sites/gift-card';
import { getSale, listSales } from '@washdesk/contracts/sites/sale';
import { requestCoupon } from '@washdesk/contracts/sites/wash-coupon';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

/** What is left on a gift card is looked up anew each time and never cached, so it is a mutation although the call is a GET. */
const isiApi = api.injectEndpoints({
  endpoints: (build) => ({
    sales: build.query({ ...fromContract(listSales), keepUnusedDataFor: 0 }),
    sale: build.query({ ...fromContract(getSale), keepUnusedDataFor: 0 }),
    findGiftCards: build.mutation(fromContract(findGiftCards)),
    /** FetchApp takes its time: longer than the API waits for it. */
    requestCoupon: build.mutation(fromContract(requestCoupon, { timeoutMs: 15_000 })),
    deductGiftCard: build.mutation(fromContract(deductGiftCard)),
  }),
});

export const { useSalesQuery, useSaleQuery, useFindGiftCardsMutation, useDeductGiftCardMutation, useRequestCouponMutation } = isiApi;
