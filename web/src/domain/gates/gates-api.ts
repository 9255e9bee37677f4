import { checkGate, openGate } from '@washdesk/contracts/lane/gate';
import { api } from '../../lib/api/api.ts';
import { fromContract } from '../../lib/api/contract-call.ts';
import { gateDeadlineMs } from './gate-machine.ts';

const gatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    openGate: build.mutation(fromContract(openGate, { timeoutMs: gateDeadlineMs })),
    checkGate: build.mutation(fromContract(checkGate, { timeoutMs: gateDeadlineMs })),
  }),
});

export const { useOpenGateMutation, useCheckGateMutation } = gatesApi;
