import { listSettings } from '@washdesk/contracts/company/setting';
import { deleteReader, listReaders, registerReader } from '@washdesk/contracts/sites/terminal';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

/** `Device` also tags the list from which a register selects its reader. */
const readersApi = api.injectEndpoints({
  endpoints: (build) => ({
    allReaders: build.query({ ...fromContract(listReaders), providesTags: ['Device'], keepUnusedDataFor: 0 }),
    readerSettings: build.query({ ...fromContract(listSettings), providesTags: ['Config'] }),
    registerReader: build.mutation({ ...fromContract(registerReader, { timeoutMs: 30_000 }), invalidatesTags: ['Device'] }),
    deleteReader: build.mutation({ ...fromContract(deleteReader, { timeoutMs: 30_000 }), invalidatesTags: ['Device'] }),
  }),
});

export const { useAllReadersQuery, useReaderSettingsQuery, useRegisterReaderMutation, useDeleteReaderMutation } = readersApi;
