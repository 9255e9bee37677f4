import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { AuditedPrincipal } from '../../../common/caller.ts';
import { siteUnknown } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SessionEnds } from '../../../ports/session-ends.ts';
import { agentPrincipal } from './agent-principal.ts';
import { revokeCertificates } from './certificates.store.ts';
import { deleteOpenEnrollments, lockSite } from './enrollments.store.ts';
import type { RevocationList } from './revocation-list.ts';
import type { RevokedSites } from './revoked-sites.ts';
import { listAgents, markOffline, type ListedAgent } from './site-agents.store.ts';

export type { ListedAgent } from './site-agents.store.ts';

interface Options {
  db: Db;
  clock: Clock;
  systemClock: Clock;
  sessionEnds: SessionEnds;
  revocationList: RevocationList;
  revokedSites: RevokedSites;
}

/** Shuts a site's agent out: at the broker, at the API and in what the cloud receives (docs/rules/sites.md#revocation). */
export class RevocationService {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Revoking a revoked agent changes nothing. @throws Failure 404 `site_unknown` */
  async revoke(site: number, reason: string, by: AuditedPrincipal): Promise<ListedAgent> {
    const { db, clock, systemClock, sessionEnds, revocationList, revokedSites } = this.#options;
    const at = systemClock.now();
    const ended = await db.transaction().execute(async (tx) => {
      if (!(await lockSite(tx, site))) throw siteUnknown(site);
      const hadCode = await deleteOpenEnrollments(tx, site);
      const certificates = await revokeCertificates(tx, site, { at, by: by.id, reason });
      if (certificates === 0 && !hadCode) return [];
      if (certificates > 0) {
        await revocationList.renew(tx);
        await markOffline(tx, site, clock.now());
        await revokedSites.changed(tx);
      }
      const row = { action: 'site-agent.revoked', subject: `site:${site}`, before: { certificates, code: hadCode }, why: reason };
      await writeAudit(tx, { ...auditBy(by), ...row, site, at: clock.now() });
      return sessionEnds.endAll(tx, { program: agentPrincipal(site) }, 'site-agent.revoked');
    });
    sessionEnds.announce(ended);
    await revokedSites.load();
    const [agent] = await listAgents(db, at, site);
    if (!agent) throw siteUnknown(site);
    return agent;
  }
}
