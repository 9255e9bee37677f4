import type { Logger } from 'pino';
import { agentReleaseFile, agentUpdate } from '@washdesk/contracts/sites/agent-update';
import { changeRollout, listReleases, startRollout } from '@washdesk/contracts/sites/release';
import type { Alert } from '../../../common/alert.ts';
import { WorkLoop } from '../../../common/work-loop.ts';
import type { Db } from '../../../db/pool.ts';
import type { OfferingFeature } from '../../../feature.ts';
import { principalOf, route } from '../../../http/route.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Releases } from '../../../ports/releases.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { AgentUpdates } from './agent-updates.service.ts';
import { FolderAlerts } from './folder-alerts.ts';
import { RolloutRounds } from './rollout-rounds.ts';
import { personalData } from './rollout.store.ts';
import { Rollouts } from './rollouts.service.ts';

const roundMs = 10_000;
const folderMs = 60_000;

interface Dependencies {
  db: Db;
  clock: Clock;
  log: Logger;
  alert: Alert;
  sites: SiteCommands;
  releases: Releases | null;
}

/** Releases of the agent, and their rollout to the sites. */
export function createReleases({ db, clock, log, alert, sites, releases }: Dependencies) {
  const rounds = new RolloutRounds({ db, clock, log, alert, sites });
  const loop = new WorkLoop({
    round: () => rounds.run(),
    everyMs: roundMs,
    onTrouble: (error) => log.warn({ err: error }, 'Round of a rollout failed'),
  });
  const folder = releases && new FolderAlerts({ releases, alert });
  const check = new WorkLoop({
    round: async () => (await folder?.check()) ?? 0,
    everyMs: folderMs,
    onTrouble: (error) => log.warn({ err: error }, 'Checking the folder of releases failed'),
  });
  const rollouts = new Rollouts({ db, clock, releases, changed: () => loop.poke() });
  const agents = new AgentUpdates({ db, clock, releases });
  return {
    officeAuditKinds: ['rollout'],
    personalData,
    loops: [loop, check],
    routes: [
      route(listReleases, () => rollouts.list()),
      route(startRollout, ({ body, keyedCall }) => rollouts.start(body, keyedCall())),
      route(changeRollout, ({ params, body, caller }) => rollouts.change(params.id, body, principalOf(caller))),
      route(agentUpdate, async ({ query, caller }) => ({ update: await agents.offer(principalOf(caller), query) })),
      route(agentReleaseFile, ({ params, caller, firstByte }) => agents.download(principalOf(caller), params, firstByte)),
    ],
    /** Stores what agents report of their updates. */
    updates: agents,
    /** For the console. */
    updateOffers: rollouts,
  } satisfies OfferingFeature;
}
