import { z } from 'zod';
import {
  agentConfiguration,
  checkSiteConfiguration,
  getSiteConfiguration,
  listSiteConfigurations,
  restoreSiteConfiguration,
  saveSiteConfiguration,
  siteConfigurationDifference,
  siteConfigurationHistory,
  siteConfigurationOfFile,
  siteConfigurationSchema,
  siteConfigurationVersion,
} from '@washdesk/contracts/sites/site-configuration';
import { configurationProblems } from '@washdesk/site-protocol/site-configuration/configuration-problems';
import { siteConfiguration } from '@washdesk/site-protocol/site-configuration/site-configuration';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { ConfigurationService } from './configuration.service.ts';

export function configurationRoutes(configuration: ConfigurationService): Route[] {
  return [
    route(listSiteConfigurations, async () => ({ sites: await configuration.list() })),
    route(siteConfigurationSchema, async () => z.toJSONSchema(siteConfiguration, { io: 'input' })),
    route(checkSiteConfiguration, async ({ body }) => ({ problems: configurationProblems(body.text ?? body.content) })),
    route(getSiteConfiguration, ({ params }) => configuration.of(params.site)),
    route(siteConfigurationHistory, ({ params, query }) => configuration.history(params.site, query.before)),
    route(siteConfigurationVersion, ({ params }) => configuration.version(params.site, params.version)),
    route(siteConfigurationDifference, async ({ params, query }) => {
      const differences = await configuration.difference(params.site, query.from, query.to);
      return { differences: differences.map(({ before, after, ...same }) => ({ ...same, before: before ?? null, after: after ?? null })) };
    }),
    route(siteConfigurationOfFile, ({ params }) => configuration.ofFile(params.site)),
    route(saveSiteConfiguration, async ({ params, body, keyedCall }) => configuration.save(keyedCall(), params.site, body)),
    route(restoreSiteConfiguration, async ({ params, body, keyedCall }) => configuration.restore(keyedCall(), params.site, body)),
    route(agentConfiguration, ({ query, caller }) => configuration.wanted(principalOf(caller), query.have)),
  ];
}
