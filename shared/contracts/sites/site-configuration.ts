import { z } from 'zod';
import { configurationProblem, configurationQuery, wantedConfiguration } from '@washdesk/site-protocol/site-configuration/delivery';
import { atLeastRole, endpoint, signedIn } from '../endpoint.ts';
import { isoTime, numberText, siteNumber, trimmedText } from '../values.ts';

const admin = atLeastRole('Admin');
const params = z.object({ site: numberText });
const version = z.int32().positive();
/** As the YAML text has it; `siteConfigurationSchema` returns its schema. */
const content = z.record(z.string(), z.unknown());
const problems = z.array(configurationProblem);

/**
 * - pending: the site has not reported a result
 * - applied: the site runs it
 * - refused: the site did not try it
 * - rolled-back: the site tried it and runs the previous one again
 * - superseded: a newer version was saved before a result
 */
export const configurationOutcomes = ['pending', 'applied', 'refused', 'rolled-back', 'superseded'] as const;
export type ConfigurationOutcome = (typeof configurationOutcomes)[number];

const versionFields = {
  version,
  reason: z.string(),
  /** The name of the author, or the id if the name is unknown. */
  author: z.string(),
  created: isoTime,
  outcome: z.enum(configurationOutcomes),
  outcomeAt: isoTime.nullable(),
  problems,
};
const listedVersion = z.object(versionFields);
export type SiteConfigurationVersion = z.infer<typeof listedVersion>;
const wholeVersion = listedVersion.extend({ content });
export type WholeSiteConfiguration = z.infer<typeof wholeVersion>;

/**
 * What the agent reports of itself; null for an agent that cannot be configured by the cloud, and before the first report. `newest` is the
 * newest version that it has tried or refused: it ignores lower ones. `stored` is false for a version that the cloud does not have, because
 * its database was restored from an older backup.
 */
const running = z
  .object({
    version: version.nullable(),
    state: z.enum(['file', 'trial', 'applied', 'unknown']),
    newest: version.nullable(),
    stored: z.boolean(),
  })
  .nullable();

const siteFields = { site: siteNumber, name: z.string(), online: z.boolean(), running };
const configuredSite = z.object({ ...siteFields, newest: listedVersion.nullable() });
export type ConfiguredSite = z.infer<typeof configuredSite>;

export const listSiteConfigurations = endpoint({
  id: 'listSiteConfigurations',
  method: 'GET',
  path: '/site-configuration',
  access: admin,
  summary: 'All sites with the state of their configuration',
  response: z.object({ sites: z.array(configuredSite) }),
});

export const siteConfigurationSchema = endpoint({
  id: 'siteConfigurationSchema',
  method: 'GET',
  path: '/site-configuration/schema',
  access: admin,
  summary: 'The JSON schema of a site’s configuration',
  response: z.record(z.string(), z.unknown()),
});

/** By content, or by YAML text: its problems then have lines. Empty if the configuration is valid. */
export const checkSiteConfiguration = endpoint({
  id: 'checkSiteConfiguration',
  method: 'POST',
  path: '/site-configuration/check',
  access: admin,
  summary: 'Check a configuration without saving it',
  body: z
    .object({ content: content.optional(), text: z.string().max(200_000).optional() })
    .refine((given) => (given.content === undefined) !== (given.text === undefined), 'give content or text'),
  response: z.object({ problems }),
});

/** The newest version is the wanted one; null before the first. `applied` is the last version that the site has applied. */
export const getSiteConfiguration = endpoint({
  id: 'getSiteConfiguration',
  method: 'GET',
  path: '/site/{site}/configuration',
  access: admin,
  summary: 'The wanted configuration of a site, and what its agent runs',
  params,
  response: z.object({ ...siteFields, newest: wholeVersion.nullable(), applied: version.nullable() }),
});

/** Lists 50, newest first. `next` continues the list as `before`. */
export const siteConfigurationHistory = endpoint({
  id: 'siteConfigurationHistory',
  method: 'GET',
  path: '/site/{site}/configuration/version',
  access: admin,
  summary: 'The versions of a site’s configuration',
  params,
  query: z.object({ before: numberText.optional() }),
  response: z.object({ versions: z.array(listedVersion), next: version.nullable() }),
});

/** 404 `version_unknown`. */
export const siteConfigurationVersion = endpoint({
  id: 'siteConfigurationVersion',
  method: 'GET',
  path: '/site/{site}/configuration/version/{version}',
  access: admin,
  summary: 'One version of a site’s configuration',
  params: z.object({ site: numberText, version: numberText }),
  response: wholeVersion,
});

/** `from` is the version before, if it is left out. A value that one version lacks is null. 404 `version_unknown`. */
export const siteConfigurationDifference = endpoint({
  id: 'siteConfigurationDifference',
  method: 'GET',
  path: '/site/{site}/configuration/difference',
  access: admin,
  summary: 'What differs between two versions',
  params,
  query: z.object({ from: numberText.optional(), to: numberText }),
  response: z.object({ differences: z.array(z.object({ path: z.string(), field: z.string(), before: z.unknown(), after: z.unknown() })) }),
});

/**
 * The configuration of the agent's file, as a starting point for the first version. Each secret becomes a name; `notes` says what the file
 * has that the cloud cannot take over. 409 `site_unavailable` if the agent does not respond.
 */
export const siteConfigurationOfFile = endpoint({
  id: 'siteConfigurationOfFile',
  method: 'GET',
  path: '/site/{site}/configuration/file',
  access: admin,
  summary: 'The configuration of the agent’s file, without secrets',
  params,
  response: z.object({ content, notes: z.array(z.string()) }),
});

const reason = trimmedText(200).min(3, 'must have at least 3 characters');
/** The version that the author saw; 0 before the first. */
const basedOn = z.int32().nonnegative();

/** 400 `configuration_invalid` with every problem; 409 `changed_meanwhile` if another version was saved. */
export const saveSiteConfiguration = endpoint({
  id: 'saveSiteConfiguration',
  method: 'POST',
  path: '/site/{site}/configuration',
  access: admin,
  idempotency: 'optional',
  summary: 'Save a new version of a site’s configuration; its agent applies it',
  params,
  body: z.object({ basedOn, content, reason }),
  response: wholeVersion,
});

/** As a save. 404 `version_unknown`; 400 `configuration_invalid` if this release no longer accepts the old version. */
export const restoreSiteConfiguration = endpoint({
  id: 'restoreSiteConfiguration',
  method: 'POST',
  path: '/site/{site}/configuration/restore',
  access: admin,
  idempotency: 'optional',
  summary: 'Save an earlier version of a site’s configuration as the newest',
  params,
  body: z.object({ version, basedOn, reason }),
  response: wholeVersion,
});

/** Only for a site's agent, which receives its own site's; other callers get 403. */
export const agentConfiguration = endpoint({
  id: 'agentConfiguration',
  method: 'GET',
  path: '/agent/configuration',
  access: signedIn,
  summary: "The wanted configuration of the calling agent's site",
  query: configurationQuery,
  response: wantedConfiguration,
});
