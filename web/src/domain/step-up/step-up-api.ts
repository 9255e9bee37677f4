import { stepUp } from '@washdesk/contracts/access/step-up';
import { api } from '../../lib/api/api.ts';
import { fromContract } from '../../lib/api/contract-call.ts';

const stepUpApi = api.injectEndpoints({ endpoints: (build) => ({ stepUp: build.mutation(fromContract(stepUp)) }) });

export const { useStepUpMutation } = stepUpApi;
