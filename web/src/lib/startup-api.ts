import type { z } from 'zod';
import { currentDevice } from '@washdesk/contracts/access/device';
import { getConfig, getFlags } from '@washdesk/contracts/company/config';
import { listPromos } from '@washdesk/contracts/company/promo';
import { listHosts } from '@washdesk/contracts/lane/hosts';
import { systemMessage } from '@washdesk/contracts/members/communication';
import { listLocations } from '@washdesk/contracts/sites/location';
import { terminalLookup } from '@washdesk/contracts/sites/sitewatch';
import { listReaders } from '@washdesk/contracts/sites/terminal';
import { api } from './api/api.ts';
import type { AnswerMeta } from './api/base-query.ts';
import { fromContract } from './api/contract-call.ts';

/** Queries of the app's start, whose answers many screens read (docs/rules/screens.md#start-up). */
const startupApi = api.injectEndpoints({
  endpoints: (build) => ({
    config: build.query({
      ...fromContract(getConfig),
      providesTags: ['Caller', 'Config'],
      // The header contains the version that answered; a proxy may serve several.
      transformResponse: (config: z.output<typeof getConfig.response>, meta: AnswerMeta | undefined) => ({
        ...config,
        apiVersion: meta?.apiVersion ?? config.apiVersion,
      }),
    }),
    flags: build.query({ ...fromContract(getFlags), providesTags: ['Caller', 'Flag'] }),
    currentDevice: build.query({ ...fromContract(currentDevice), providesTags: ['Device'] }),
    terminalLookup: build.query({ ...fromContract(terminalLookup), providesTags: ['Caller', 'Device'] }),
    locations: build.query({ ...fromContract(listLocations), providesTags: ['Caller', 'Device'] }),
    readers: build.query({ ...fromContract(listReaders), providesTags: ['Caller', 'Device'] }),
    hosts: build.query({ ...fromContract(listHosts), providesTags: ['Caller', 'Device'] }),
    promos: build.query({ ...fromContract(listPromos), providesTags: ['Caller'] }),
    systemMessage: build.query({ ...fromContract(systemMessage), providesTags: ['Caller', 'Config'] }),
  }),
});

export const {
  useConfigQuery,
  useFlagsQuery,
  useCurrentDeviceQuery,
  useTerminalLookupQuery,
  useLocationsQuery,
  useReadersQuery,
  useLazyReadersQuery,
  useHostsQuery,
  usePromosQuery,
  useSystemMessageQuery,
} = startupApi;
