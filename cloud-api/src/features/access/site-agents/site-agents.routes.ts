import { createHash } from 'node:crypto';
import {
  agentToken,
  createAgentCode,
  enrollAgent,
  listSiteAgents,
  renewAgentCertificate,
  revocationList,
  revokedCertificates,
  revokeSiteAgent,
  type RefusedCode,
  type SiteAgent,
} from '@washdesk/contracts/access/site-agent';
import { notModified } from '../../../common/not-modified.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { AgentTokenService } from './agent-token.service.ts';
import { enrollmentOff, type EnrollmentService } from './enrollment.service.ts';
import type { RevocationList } from './revocation-list.ts';
import type { ListedAgent, RevocationService } from './revocation.service.ts';

/** What every agent receives besides its certificate. */
export interface AgentSettings {
  broker: { url: string; ca: string | null } | null;
  commandKeys: Record<string, string>;
  download: string | null;
}

interface Services {
  list: () => Promise<{ enabled: boolean; agents: ListedAgent[]; refused: RefusedCode[] }>;
  enrollments: EnrollmentService;
  revocations: RevocationService;
  tokens: AgentTokenService;
  revoked: RevocationList;
  settings: AgentSettings;
}

const shown = ({ lastSeen, certificate, revoked, codeExpires, ...same }: ListedAgent): SiteAgent => ({
  ...same,
  lastSeen: lastSeen?.toISOString() ?? null,
  certificate: certificate && {
    host: certificate.host,
    issued: certificate.issued.toISOString(),
    expires: certificate.expires.toISOString(),
  },
  revoked: revoked && { ...revoked, at: revoked.at.toISOString() },
  codeExpires: codeExpires?.toISOString() ?? null,
});

export function siteAgentRoutes({ list, enrollments, revocations, tokens, revoked, settings }: Services): Route[] {
  return [
    route(listSiteAgents, async () => {
      const { enabled, agents, refused } = await list();
      return { enabled, download: settings.download, agents: agents.map(shown), refused };
    }),
    route(createAgentCode, async ({ params, caller }) => {
      const { code, expires } = await enrollments.createCode(params.site, principalOf(caller));
      return { code, expires: expires.toISOString() };
    }),
    route(revokeSiteAgent, async ({ params, body, caller }) => ({
      agent: shown(await revocations.revoke(params.site, body.reason, principalOf(caller))),
    })),
    route(enrollAgent, async ({ body, caller }) => {
      const enrolled = await enrollments.enroll(body, caller);
      const { broker, commandKeys } = settings;
      if (!broker) throw enrollmentOff();
      return { ...enrolled, broker, commandKeys };
    }),
    route(agentToken, async ({ body, caller }) => ({
      ...(await tokens.signIn(body.client_assertion, caller)),
      commandKeys: settings.commandKeys,
    })),
    route(renewAgentCertificate, async ({ body, caller }) => ({ certificate: await enrollments.renew(body.csr, principalOf(caller)) })),
    route(revokedCertificates, async ({ knownVersion, reply }) => {
      const certificates = await revoked.revoked();
      const version = createHash('sha256')
        .update(certificates.map(({ serial }) => serial).join())
        .digest('base64url');
      reply.version(version);
      return version === knownVersion ? notModified : { certificates };
    }),
    route(revocationList, async () => {
      const pem = await revoked.fetch();
      if (pem === null) throw enrollmentOff();
      return pem;
    }),
  ];
}
