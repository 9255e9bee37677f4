import { consoleTicket } from '@washdesk/contracts/system/console';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const consoleApi = api.injectEndpoints({ endpoints: (build) => ({ consoleTicket: build.mutation(fromContract(consoleTicket)) }) });

export const { useConsoleTicketMutation } = consoleApi;
