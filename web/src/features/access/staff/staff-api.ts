import { unlockPin } from '@washdesk/contracts/access/auth';
import { listStaff, resetCode } from '@washdesk/contracts/access/one-time-code';
import {
  createServiceAccount,
  deleteServiceAccount,
  listServiceAccounts,
  takeOverServiceAccount,
} from '@washdesk/contracts/access/service-account';
import { addStaff, changeStaff, decideIdentity, resetSecret } from '@washdesk/contracts/access/staff';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const staffApi = api.enhanceEndpoints({ addTagTypes: ['ServiceAccount'] }).injectEndpoints({
  endpoints: (build) => ({
    staff: build.query({ ...fromContract(listStaff), providesTags: ['Staff'] }),
    unlockPin: build.mutation({ ...fromContract(unlockPin), invalidatesTags: ['Staff'] }),
    resetCode: build.mutation({ ...fromContract(resetCode), invalidatesTags: ['Staff'] }),
    addStaff: build.mutation({ ...fromContract(addStaff), invalidatesTags: ['Staff'] }),
    changeStaff: build.mutation({ ...fromContract(changeStaff), invalidatesTags: ['Staff', 'Session'] }),
    decideIdentity: build.mutation({ ...fromContract(decideIdentity), invalidatesTags: ['Staff', 'Session'] }),
    resetSecret: build.mutation({ ...fromContract(resetSecret), invalidatesTags: ['Staff', 'Session'] }),
    serviceAccounts: build.query({ ...fromContract(listServiceAccounts), providesTags: ['ServiceAccount'] }),
    createServiceAccount: build.mutation({ ...fromContract(createServiceAccount), invalidatesTags: ['ServiceAccount'] }),
    takeOverServiceAccount: build.mutation({ ...fromContract(takeOverServiceAccount), invalidatesTags: ['ServiceAccount'] }),
    deleteServiceAccount: build.mutation({ ...fromContract(deleteServiceAccount), invalidatesTags: ['ServiceAccount'] }),
  }),
});

export const {
  useStaffQuery,
  useUnlockPinMutation,
  useResetCodeMutation,
  useAddStaffMutation,
  useChangeStaffMutation,
  useDecideIdentityMutation,
  useResetSecretMutation,
  useServiceAccountsQuery,
  useCreateServiceAccountMutation,
  useDeleteServiceAccountMutation,
  useTakeOverServiceAccountMutation,
} = staffApi;
