import { supportBundle } from '@washdesk/contracts/sites/support';
import { consoleTicket } from '@washdesk/contracts/system/console';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const consoleApi = api.injectEndpoints({
  endpoints: (build) => ({
    consoleTicket: build.mutation(fromContract(consoleTicket)),
    supportBundle: build.query(fromContract(supportBundle)),
  }),
});

export const { useConsoleTicketMutation, useLazySupportBundleQuery } = consoleApi;
