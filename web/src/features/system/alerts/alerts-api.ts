import {
  acknowledgeAlert,
  addAlertRecipient,
  getAlertSecret,
  getAlertSettings,
  listAlerts,
  removeAlertRecipient,
  saveAlertSettings,
  testAlertRecipient,
} from '@washdesk/contracts/system/alert';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const alertsApi = api.enhanceEndpoints({ addTagTypes: ['Alert', 'AlertSettings'] }).injectEndpoints({
  endpoints: (build) => ({
    alerts: build.query({ ...fromContract(listAlerts), providesTags: ['Alert'] }),
    acknowledgeAlert: build.mutation({ ...fromContract(acknowledgeAlert), invalidatesTags: ['Alert'] }),
    alertSettings: build.query({ ...fromContract(getAlertSettings), providesTags: ['AlertSettings'] }),
    saveAlertSettings: build.mutation({ ...fromContract(saveAlertSettings), invalidatesTags: ['AlertSettings'] }),
    addAlertRecipient: build.mutation({ ...fromContract(addAlertRecipient), invalidatesTags: ['AlertSettings'] }),
    removeAlertRecipient: build.mutation({ ...fromContract(removeAlertRecipient), invalidatesTags: ['AlertSettings'] }),
    testAlertRecipient: build.mutation({ ...fromContract(testAlertRecipient), invalidatesTags: ['AlertSettings'] }),
    alertSecret: build.query(fromContract(getAlertSecret)),
  }),
});

export const {
  useAlertsQuery,
  useAcknowledgeAlertMutation,
  useAlertSettingsQuery,
  useSaveAlertSettingsMutation,
  useAddAlertRecipientMutation,
  useRemoveAlertRecipientMutation,
  useTestAlertRecipientMutation,
  useAlertSecretQuery,
} = alertsApi;
