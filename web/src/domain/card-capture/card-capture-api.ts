import { capturePaymentIntent, createPaymentIntent, getPaymentIntent } from '@washdesk/contracts/billing/payment-intent';
import { createSetupIntent, getSetupIntent } from '@washdesk/contracts/billing/payment-method';
import { api } from '../../lib/api/api.ts';
import { fromContract } from '../../lib/api/contract-call.ts';

const cardCaptureApi = api.injectEndpoints({
  endpoints: (build) => ({
    createSetupIntent: build.mutation(fromContract(createSetupIntent)),
    setupIntent: build.query(fromContract(getSetupIntent)),
    createPaymentIntent: build.mutation(fromContract(createPaymentIntent)),
    paymentIntent: build.query(fromContract(getPaymentIntent)),
    capturePaymentIntent: build.mutation(fromContract(capturePaymentIntent)),
  }),
});

export const {
  useCreateSetupIntentMutation,
  useLazySetupIntentQuery,
  useCreatePaymentIntentMutation,
  usePaymentIntentQuery,
  useLazyPaymentIntentQuery,
  useCapturePaymentIntentMutation,
} = cardCaptureApi;
