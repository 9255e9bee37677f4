import { decideLaneRead, getLaneBoard } from '@washdesk/contracts/lane/board';
import { redeem, similarCodes } from '@washdesk/contracts/lane/redeem';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const boardApi = api.injectEndpoints({
  endpoints: (build) => ({
    laneBoard: build.query({ ...fromContract(getLaneBoard), keepUnusedDataFor: 0 }),
    decideLaneRead: build.mutation(fromContract(decideLaneRead)),
    /** A wash is recorded, so nothing may repeat it. */
    redeemAtLane: build.mutation(fromContract(redeem)),
    similarAtLane: build.query(fromContract(similarCodes)),
  }),
});

export const { useLazyLaneBoardQuery, useDecideLaneReadMutation, useRedeemAtLaneMutation, useSimilarAtLaneQuery } = boardApi;
