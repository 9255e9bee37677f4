import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import type { Config } from '../config.ts';
import { createAuth } from '../features/access/auth/create-auth.ts';
import { createDevices } from '../features/access/devices/create-devices.ts';
import { createSessionList } from '../features/access/session-list/create-session-list.ts';
import { createSiteAgents } from '../features/access/site-agents/create-site-agents.ts';
import { createStaff } from '../features/access/staff/create-staff.ts';
import type { Core } from './core.ts';
import type { SitesDomain } from './sites.ts';

interface Needs {
  sites: Pick<SitesDomain, 'employees' | 'employeeLookups' | 'onEmployeesCopied'>;
  endpointOf: (id: string) => Endpoint | undefined;
}

export type AccessDomain = ReturnType<typeof composeAccess>;

export function composeAccess(core: Core, config: Config, { sites, endpointOf }: Needs) {
  const auth = createAuth({
    ...core,
    key: config.WASHDESK_TOKEN_KEY,
    rolesWithCodes: config.WASHDESK_ONE_TIME_CODES,
    employees: sites.employees,
    lookups: sites.employeeLookups,
    endpointOf,
    // staff needs the ends of sessions, which sign-in provides
    ownSecrets: { change: (...change) => staff.ownSecrets.change(...change) },
  });
  const { sessionEnds } = auth;
  const staff = createStaff({ ...core, sessionEnds });
  sites.onEmployeesCopied((numbers) => staff.standing.review(numbers));
  const devices = createDevices({ ...core, sessionEnds, key: config.WASHDESK_TOKEN_KEY });
  const siteAgents = createSiteAgents({
    ...core,
    sessionEnds,
    startSession: auth.startAgentSession,
    key: config.WASHDESK_TOKEN_KEY,
    settings: agentSettings(config),
  });
  return {
    features: [auth, devices, createSessionList({ ...core, sessionEnds }), siteAgents, staff],
    revokedSites: siteAgents.revokedSites,
    callers: { principalOf: auth.principalOf, deviceOf: devices.deviceOf },
    approvals: auth.approvals,
    presences: auth.presence,
    openSessions: auth.openSessions,
    principalOfSession: auth.principalOfSession,
    isInService: devices.isInService,
  };
}

const publicPem = (key: KeyObject): string => createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();

/** What an enrolled agent receives: the broker for sites, and the keys that verify commands. */
function agentSettings(config: Config) {
  const { WASHDESK_SITE_BROKER_URL: url, WASHDESK_SITE_BROKER_CA: ca = config.WASHDESK_SITE_CA_CERTIFICATE } = config;
  const { WASHDESK_NEXT_COMMAND_KEY: nextKey, WASHDESK_NEXT_COMMAND_KID: nextKid } = config;
  return {
    broker: url === undefined ? null : { url, ca: ca === 'public' ? null : (ca?.toString() ?? null) },
    commandKeys: {
      [config.WASHDESK_COMMAND_KID]: publicPem(config.WASHDESK_COMMAND_KEY),
      ...(nextKey && nextKid !== undefined && { [nextKid]: publicPem(nextKey) }),
    },
    download: config.WASHDESK_AGENT_DOWNLOAD_URL ?? null,
  };
}
