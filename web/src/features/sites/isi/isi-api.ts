import { deductGiftCard, findGiftCards } from '@washdesk/contracts/sites/gift-card';
import { getSale, listSales } from '@washdesk/contracts/sites/sale';
import { requestCoupon } from '@washdesk/contracts/sites/wash-coupon';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

/** A gift card's balance is read every time and never cached, so it is a mutation although the call is a GET. */
const isiApi = api.injectEndpoints({
  endpoints: (build) => ({
    sales: build.query({ ...fromContract(listSales), keepUnusedDataFor: 0 }),
    sale: build.query({ ...fromContract(getSale), keepUnusedDataFor: 0 }),
    findGiftCards: build.mutation(fromContract(findGiftCards)),
    /** FetchApp is slow: longer than the API's own timeout for it. */
    requestCoupon: build.mutation(fromContract(requestCoupon, { timeoutMs: 15_000 })),
    deductGiftCard: build.mutation(fromContract(deductGiftCard)),
  }),
});

export const { useSalesQuery, useSaleQuery, useFindGiftCardsMutation, useDeductGiftCardMutation, useRequestCouponMutation } = isiApi;
