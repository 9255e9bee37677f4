import { liveTicket } from '@washdesk/contracts/system/live';
import { api } from '../api/api.ts';
import { fromContract } from '../api/contract-call.ts';

const liveApi = api.injectEndpoints({ endpoints: (build) => ({ liveTicket: build.mutation(fromContract(liveTicket)) }) });

export const { useLiveTicketMutation } = liveApi;
