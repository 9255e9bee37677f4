import { putFlags, setConfigOption } from '@washdesk/contracts/company/config';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const configApi = api.injectEndpoints({
  endpoints: (build) => ({
    setConfigOption: build.mutation({ ...fromContract(setConfigOption), invalidatesTags: ['Config'] }),
    saveFlags: build.mutation({ ...fromContract(putFlags), invalidatesTags: ['Flag'] }),
  }),
});

export const { useSetConfigOptionMutation, useSaveFlagsMutation } = configApi;
