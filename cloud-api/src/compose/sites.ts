import { attemptLimiter } from '../common/attempt-limiter.ts';
import { createClubPlans } from '../features/sites/club-plans/create-club-plans.ts';
import { createCodeCopies } from '../features/sites/code-copies/create-code-copies.ts';
import { createConfiguration } from '../features/sites/configuration/create-configuration.ts';
import { createEmployees } from '../features/sites/employees/create-employees.ts';
import { createFleet } from '../features/sites/fleet/create-fleet.ts';
import { createLocations } from '../features/sites/locations/create-locations.ts';
import { createReleases } from '../features/sites/releases/create-releases.ts';
import { createSites } from '../features/sites/sites/create-sites.ts';
import { createSitewatchMembers } from '../features/sites/sitewatch-members/create-sitewatch-members.ts';
import { createSitewatch } from '../features/sites/sitewatch/create-sitewatch.ts';
import { createSupport } from '../features/sites/support/create-support.ts';
import { createTerminals } from '../features/sites/terminals/create-terminals.ts';
import { createTopics } from '../features/sites/topics/create-topics.ts';
import { createWashCoupons } from '../features/sites/wash-coupons/create-wash-coupons.ts';
import { apiVersion } from '../version.ts';
import type { Core } from './core.ts';

/** What other domains use of the sites. */
export type SitesDomain = ReturnType<typeof composeSites>;

export function composeSites(core: Core) {
  const employeeLookups = attemptLimiter({ attempts: 10, seconds: 60 });
  const employees = createEmployees({ ...core, lookups: employeeLookups });
  const locations = createLocations(core);
  const sitewatch = createSitewatch(core);
  const codeCopies = createCodeCopies(core);
  const configuration = createConfiguration(core);
  const releases = createReleases(core);
  const fleet = createFleet(core);
  const sitewatchMembers = createSitewatchMembers(core);
  const sites = createSites({
    ...core,
    configurationReported: configuration.storeReportedOutcome,
    updates: releases.updates,
    copies: [employees.copy, sitewatch.copy, codeCopies.siteIsOnline],
  });
  return {
    features: [
      createClubPlans(core),
      codeCopies,
      configuration,
      employees,
      fleet,
      locations,
      releases,
      sites,
      sitewatch,
      sitewatchMembers,
      createSupport({ ...core, version: apiVersion, devicesOf: sites.devicesOf }),
      createTerminals({ ...core, locationsOf: locations.idsOf }),
      createTopics(core),
      createWashCoupons(core),
    ],
    fleetSites: fleet.sites,
    employees: employees.employees,
    employeeLookups,
    onEmployeesCopied: employees.onCopied,
    updateOffers: releases.updateOffers,
    reports: sites.reports,
    onLiveReport: sites.onLiveReport,
    timeZoneOf: sites.timeZoneOf,
    siteNumbers: sites.numbers,
    sitesWithAgents: sites.withAgents,
    devicesOf: sites.devicesOf,
    vehicleLists: sitewatch.vehicleLists,
    sitewatchCopy: sitewatchMembers.copy,
  };
}
