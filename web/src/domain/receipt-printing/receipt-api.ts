import { acknowledgeIncrease, getReceipt, printReceipt } from '@washdesk/contracts/billing/receipt';
import { api } from '../../lib/api/api.ts';
import { fromContract } from '../../lib/api/contract-call.ts';

/** A receipt is fetched when it is printed and never cached, so it is a mutation although the page is a GET. */
const receiptApi = api.injectEndpoints({
  endpoints: (build) => ({
    receiptPage: build.mutation(fromContract(getReceipt)),
    printReceipt: build.mutation(fromContract(printReceipt)),
    acknowledgeIncrease: build.mutation(fromContract(acknowledgeIncrease)),
  }),
});

export const { useReceiptPageMutation, usePrintReceiptMutation, useAcknowledgeIncreaseMutation } = receiptApi;
