import {
  getSiteConfiguration,
  listSiteConfigurations,
  restoreSiteConfiguration,
  saveSiteConfiguration,
  siteConfigurationDifference,
  siteConfigurationHistory,
  siteConfigurationOfFile,
} from '@washdesk/contracts/sites/site-configuration';
import { api } from '../../../lib/api/api.ts';
import { fromContract } from '../../../lib/api/contract-call.ts';

const tag = 'SiteConfiguration';

const configurationApi = api.enhanceEndpoints({ addTagTypes: [tag] }).injectEndpoints({
  endpoints: (build) => ({
    siteConfigurations: build.query({ ...fromContract(listSiteConfigurations), providesTags: [tag] }),
    siteConfiguration: build.query({ ...fromContract(getSiteConfiguration), providesTags: [tag] }),
    configurationHistory: build.query({ ...fromContract(siteConfigurationHistory), providesTags: [tag] }),
    configurationDifference: build.query(fromContract(siteConfigurationDifference)),
    configurationOfFile: build.query(fromContract(siteConfigurationOfFile)),
    saveConfiguration: build.mutation({ ...fromContract(saveSiteConfiguration), invalidatesTags: [tag] }),
    restoreConfiguration: build.mutation({ ...fromContract(restoreSiteConfiguration), invalidatesTags: [tag] }),
  }),
});

export const {
  useSiteConfigurationsQuery,
  useSiteConfigurationQuery,
  useConfigurationHistoryQuery,
  useLazyConfigurationHistoryQuery,
  useConfigurationDifferenceQuery,
  useLazyConfigurationOfFileQuery,
  useSaveConfigurationMutation,
  useRestoreConfigurationMutation,
} = configurationApi;
