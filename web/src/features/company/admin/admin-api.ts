import { putFlags } from '@washdesk/contracts/company/config';
import { unlockPin } from '@washdesk/contracts/access/auth';
import { listStaff, resetCode } from '@washdesk/contracts/access/one-time-code';
import { createEnrolment, listDevices, revokeDevice } from '@washdesk/contracts/access/device';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const adminApi = api.injectEndpoints({
  endpoints: (build) => ({
    devices: build.query({ ...fromContract(listDevices), providesTags: ['Device'] }),
    createEnrolment: build.mutation(fromContract(createEnrolment)),
    revokeDevice: build.mutation({ ...fromContract(revokeDevice), invalidatesTags: ['Device'] }),
    staff: build.query({ ...fromContract(listStaff), providesTags: ['Staff'] }),
    unlockPin: build.mutation({ ...fromContract(unlockPin), invalidatesTags: ['Staff'] }),
    resetCode: build.mutation({ ...fromContract(resetCode), invalidatesTags: ['Staff'] }),
    saveFlags: build.mutation({ ...fromContract(putFlags), invalidatesTags: ['Flag'] }),
  }),
});

export const {
  useStaffQuery,
  useUnlockPinMutation,
  useResetCodeMutation,
  useDevicesQuery,
  useCreateEnrolmentMutation,
  useRevokeDeviceMutation,
  useSaveFlagsMutation,
} = adminApi;
