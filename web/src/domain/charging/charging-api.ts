import { getPaymentIntent } from '@washdesk/contracts/payment-intent';
import { api } from '../../lib/api/api.ts';
import { fromContract } from '../../lib/api/contract-call.ts';

const chargingApi = api.injectEndpoints({ endpoints: (build) => ({ paymentState: build.query(fromContract(getPaymentIntent)) }) });

export const { usePaymentStateQuery, useLazyPaymentStateQuery } = chargingApi;
