import { createAgentCode, listSiteAgents, revokeSiteAgent } from '@washdesk/contracts/access/site-agent';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const siteAgentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    siteAgents: build.query({ ...fromContract(listSiteAgents), providesTags: ['SiteAgent'] }),
    createAgentCode: build.mutation({ ...fromContract(createAgentCode), invalidatesTags: ['SiteAgent'] }),
    revokeSiteAgent: build.mutation({ ...fromContract(revokeSiteAgent), invalidatesTags: ['SiteAgent'] }),
  }),
});

export const { useSiteAgentsQuery, useCreateAgentCodeMutation, useRevokeSiteAgentMutation } = siteAgentsApi;
