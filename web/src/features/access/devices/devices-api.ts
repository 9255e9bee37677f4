import { createEnrolment, listDevices, revokeDevice, setDeviceNetworks } from '@washdesk/contracts/access/device';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const devicesApi = api.injectEndpoints({
  endpoints: (build) => ({
    devices: build.query({ ...fromContract(listDevices), providesTags: ['Device'] }),
    createEnrolment: build.mutation(fromContract(createEnrolment)),
    setDeviceNetworks: build.mutation({ ...fromContract(setDeviceNetworks), invalidatesTags: ['Device'] }),
    revokeDevice: build.mutation({ ...fromContract(revokeDevice), invalidatesTags: ['Device'] }),
  }),
});

export const { useDevicesQuery, useCreateEnrolmentMutation, useRevokeDeviceMutation, useSetDeviceNetworksMutation } = devicesApi;
