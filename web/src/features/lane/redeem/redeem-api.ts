import { recentUsages, redeem, similarCodes, undoRedeem } from '@washdesk/contracts/lane/redeem';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

/** Looking a code up records a usage, so it is a mutation although the method is GET: no cache or layer may repeat it. */
const redeemApi = api.injectEndpoints({
  endpoints: (build) => ({
    redeem: build.mutation(fromContract(redeem)),
    // Not cached after the screen closes: usages cover the last minutes, and the screen refetches when it opens.
    recentUsages: build.query({ ...fromContract(recentUsages), keepUnusedDataFor: 0 }),
    similarCodes: build.query({ ...fromContract(similarCodes), keepUnusedDataFor: 0 }),
    undoRedeem: build.mutation(fromContract(undoRedeem)),
  }),
});

export const { useRedeemMutation, useRecentUsagesQuery, useLazySimilarCodesQuery, useUndoRedeemMutation } = redeemApi;
