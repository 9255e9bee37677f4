import { setSystemMessage } from '@washdesk/contracts/members/communication';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const messagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    setSystemMessage: build.mutation({ ...fromContract(setSystemMessage), invalidatesTags: ['Config'] }),
  }),
});

export const { useSetSystemMessageMutation } = messagesApi;
