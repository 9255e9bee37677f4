import { putFlags } from '@washdesk/contracts/company/config';
import { createEnrolment, listDevices, revokeDevice } from '@washdesk/contracts/access/device';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const adminApi = api.injectEndpoints({
  endpoints: (build) => ({
    devices: build.query({ ...fromContract(listDevices), providesTags: ['Device'] }),
    createEnrolment: build.mutation(fromContract(createEnrolment)),
    revokeDevice: build.mutation({ ...fromContract(revokeDevice), invalidatesTags: ['Device'] }),
    saveFlags: build.mutation({ ...fromContract(putFlags), invalidatesTags: ['Flag'] }),
  }),
});

export const { useDevicesQuery, useCreateEnrolmentMutation, useRevokeDeviceMutation, useSaveFlagsMutation } = adminApi;
