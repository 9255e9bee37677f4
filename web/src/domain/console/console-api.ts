import { supportBundle } from '@washdesk/contracts/sites/support';
import { consoleTicket, listConsoleActions } from '@washdesk/contracts/system/console';
import { api } from '../../lib/api/api.ts';
import { fromContract } from '../../lib/api/contract-call.ts';

const consoleApi = api.injectEndpoints({
  endpoints: (build) => ({
    consoleTicket: build.mutation(fromContract(consoleTicket)),
    consoleActions: build.query(fromContract(listConsoleActions)),
    supportBundle: build.query(fromContract(supportBundle)),
  }),
});

export const { useConsoleActionsQuery, useConsoleTicketMutation, useLazySupportBundleQuery } = consoleApi;
