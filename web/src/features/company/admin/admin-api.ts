import { putFlags, setConfigOption } from '@washdesk/contracts/company/config';
import { revokeRefreshToken, unlockPin } from '@washdesk/contracts/access/auth';
import { listStaff, resetCode } from '@washdesk/contracts/access/one-time-code';
import { endSessions, listRefreshTokens } from '@washdesk/contracts/access/session-list';
import { createServiceAccount, deleteServiceAccount, listServiceAccounts } from '@washdesk/contracts/access/service-account';
import { addStaff, changeStaff, resetSecret } from '@washdesk/contracts/access/staff';
import { blockAddress, getBlacklist, unblockAddress } from '@washdesk/contracts/system/blacklist';
import { clearClientMetrics, listClientMetrics } from '@washdesk/contracts/system/client-metrics';
import { clearErrors, listErrors } from '@washdesk/contracts/system/error-list';
import { setSystemMessage } from '@washdesk/contracts/members/communication';
import { createEnrolment, listDevices, revokeDevice } from '@washdesk/contracts/access/device';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const adminApi = api
  .enhanceEndpoints({ addTagTypes: ['Blacklist', 'ClientMetric', 'Error', 'ServiceAccount', 'Session'] })
  .injectEndpoints({
    endpoints: (build) => ({
      devices: build.query({ ...fromContract(listDevices), providesTags: ['Device'] }),
      createEnrolment: build.mutation(fromContract(createEnrolment)),
      revokeDevice: build.mutation({ ...fromContract(revokeDevice), invalidatesTags: ['Device'] }),
      staff: build.query({ ...fromContract(listStaff), providesTags: ['Staff'] }),
      unlockPin: build.mutation({ ...fromContract(unlockPin), invalidatesTags: ['Staff'] }),
      resetCode: build.mutation({ ...fromContract(resetCode), invalidatesTags: ['Staff'] }),
      addStaff: build.mutation({ ...fromContract(addStaff), invalidatesTags: ['Staff'] }),
      changeStaff: build.mutation({ ...fromContract(changeStaff), invalidatesTags: ['Staff', 'Session'] }),
      resetSecret: build.mutation({ ...fromContract(resetSecret), invalidatesTags: ['Staff', 'Session'] }),
      sessions: build.query({ ...fromContract(listRefreshTokens), providesTags: ['Session'] }),
      revokeSession: build.mutation({ ...fromContract(revokeRefreshToken), invalidatesTags: ['Session'] }),
      endSessions: build.mutation({ ...fromContract(endSessions), invalidatesTags: ['Session'] }),
      serviceAccounts: build.query({ ...fromContract(listServiceAccounts), providesTags: ['ServiceAccount'] }),
      createServiceAccount: build.mutation({ ...fromContract(createServiceAccount), invalidatesTags: ['ServiceAccount'] }),
      deleteServiceAccount: build.mutation({ ...fromContract(deleteServiceAccount), invalidatesTags: ['ServiceAccount'] }),
      blacklist: build.query({ ...fromContract(getBlacklist), providesTags: ['Blacklist'] }),
      blockAddress: build.mutation({ ...fromContract(blockAddress), invalidatesTags: ['Blacklist'] }),
      unblockAddress: build.mutation({ ...fromContract(unblockAddress), invalidatesTags: ['Blacklist'] }),
      clientMetrics: build.query({ ...fromContract(listClientMetrics), providesTags: ['ClientMetric'], keepUnusedDataFor: 0 }),
      clearClientMetrics: build.mutation({ ...fromContract(clearClientMetrics), invalidatesTags: ['ClientMetric'] }),
      errorList: build.query({ ...fromContract(listErrors), providesTags: ['Error'], keepUnusedDataFor: 0 }),
      clearErrors: build.mutation({ ...fromContract(clearErrors), invalidatesTags: ['Error'] }),
      setConfigOption: build.mutation({ ...fromContract(setConfigOption), invalidatesTags: ['Config'] }),
      setSystemMessage: build.mutation({ ...fromContract(setSystemMessage), invalidatesTags: ['Config'] }),
      saveFlags: build.mutation({ ...fromContract(putFlags), invalidatesTags: ['Flag'] }),
    }),
  });

export const {
  useStaffQuery,
  useUnlockPinMutation,
  useResetCodeMutation,
  useAddStaffMutation,
  useChangeStaffMutation,
  useResetSecretMutation,
  useSessionsQuery,
  useBlacklistQuery,
  useBlockAddressMutation,
  useUnblockAddressMutation,
  useClientMetricsQuery,
  useClearClientMetricsMutation,
  useErrorListQuery,
  useClearErrorsMutation,
  useRevokeSessionMutation,
  useEndSessionsMutation,
  useServiceAccountsQuery,
  useCreateServiceAccountMutation,
  useDeleteServiceAccountMutation,
  useDevicesQuery,
  useCreateEnrolmentMutation,
  useRevokeDeviceMutation,
  useSetConfigOptionMutation,
  useSetSystemMessageMutation,
  useSaveFlagsMutation,
} = adminApi;
