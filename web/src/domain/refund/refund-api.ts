import { openRefund, refundCharge } from '@washdesk/contracts/billing/refund';
import { api } from '../../lib/api/api.ts';
import { fromContract } from '../../lib/api/contract-call.ts';

const refundApi = api.injectEndpoints({
  endpoints: (build) => ({
    refundCharge: build.mutation(fromContract(refundCharge)),
    openRefund: build.mutation(fromContract(openRefund)),
  }),
});

export const { useRefundChargeMutation, useOpenRefundMutation } = refundApi;
