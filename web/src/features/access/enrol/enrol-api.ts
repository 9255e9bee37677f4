import { enrol } from '@washdesk/contracts/access/device';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const enrolApi = api.injectEndpoints({
  endpoints: (build) => ({
    // The enrolled device is loaded when the person goes on; until then this screen shows it.
    enrol: build.mutation({ ...fromContract(enrol), invalidatesTags: ['Device', 'Caller'] }),
  }),
});

export const { useEnrolMutation } = enrolApi;
