import { createAudit } from '../features/system/audit/create-audit.ts';
import { createBlacklist } from '../features/system/blacklist/create-blacklist.ts';
import { createCache } from '../features/system/cache/create-cache.ts';
import { createClientMetrics } from '../features/system/client-metrics/create-client-metrics.ts';
import { createErrors } from '../features/system/errors/create-errors.ts';
import { createJobs } from '../features/system/jobs/create-jobs.ts';
import { createLive } from '../features/system/live/create-live.ts';
import { createOperations } from '../features/system/operations/create-operations.ts';
import type { AccessDomain } from './access.ts';
import type { Core } from './core.ts';

interface Needs {
  access: Pick<AccessDomain, 'openSessions' | 'isInService'>;
  /** What a call does, by the path of its contract; null for an unknown path. */
  summaryOf: (path: string) => string | null;
}

export function composeSystem(core: Core, { access, summaryOf }: Needs) {
  const errors = createErrors(core);
  const clientMetrics = createClientMetrics(core);
  const blacklist = createBlacklist(core);
  const live = createLive({ ...core, hub: core.live, sessions: access.openSessions, isInService: access.isInService });
  return {
    features: [
      createCache(core),
      createAudit(core),
      errors,
      clientMetrics,
      blacklist,
      createJobs(core),
      live,
      createOperations({ ...core, summaryOf }),
    ],
    keepError: errors.keepServerError,
    answered: clientMetrics.answered,
    isBlocked: blacklist.isBlocked,
    onBlocked: blacklist.onBlocked,
    sockets: live.sockets,
  };
}
