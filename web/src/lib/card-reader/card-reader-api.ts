import { connectionToken } from '@washdesk/contracts/sites/terminal';
import { api } from '../api/api.ts';
import { fromContract } from '../api/contract-call.ts';

const cardReaderApi = api.injectEndpoints({ endpoints: (build) => ({ connectionToken: build.mutation(fromContract(connectionToken)) }) });

export const { useConnectionTokenMutation } = cardReaderApi;
