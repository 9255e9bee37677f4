import { v5 as uuidv5 } from 'uuid';
import { siteDate } from '@washdesk/rules/dates/dates';
import { sitewatchDevice, type CommandName, type CommandPayload, type ReceivedResult } from '@washdesk/site-protocol/commands';
import type { Db } from '../../../db/pool.ts';
import type { Attempt, ClaimedJob, JobHandlers } from '../../../jobs/job.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { codeHolderOf } from './code-holders.store.ts';
import { renameLinkedCode } from './links.store.ts';
import { enqueueAtOtherSites, type MultiSiteJobName } from './multi-site-jobs.ts';
import { attemptAtSite } from './not-answered.ts';
import { placeOf } from './places.store.ts';

export interface SitewatchCommandParts {
  db: Db;
  sites: SiteCommands;
  clock: Clock;
}

export const activeCodeStays = 'The active plate or tag can’t be disabled';

/** Namespace of the command ids: a job always sends the same command, however often it is retried. */
const namespace = 'd5a2a6f0-3c3e-4d0e-9b0c-6a8f1f1c7e52';

interface Site {
  number: number;
  name: string;
  timeZone: string;
}

/** Handlers of manual changes in a site's Sitewatch: done there once, then enqueued for every other site. */
export function sitewatchCommandHandlers(parts: SitewatchCommandParts): Required<Pick<JobHandlers, MultiSiteJobName>> {
  const { db, sites, clock } = parts;

  async function send<N extends CommandName>(
    { id, generation, attempts }: ClaimedJob,
    { number, name }: Site,
    command: N,
    payload: CommandPayload<N>,
    ended: (result: ReceivedResult<N>) => Attempt | Promise<Attempt>,
  ): Promise<Attempt> {
    const sending = { id: uuidv5(`${id}:${generation}`, namespace), sentBefore: attempts > 1 };
    const outcome = await sites.send(number, sitewatchDevice, command, payload, sending);
    return outcome.kind === 'answered' ? ended(outcome.result) : attemptAtSite(outcome, name);
  }

  const everywhere =
    <N extends MultiSiteJobName>(handle: (job: ClaimedJob<N>, site: Site) => Promise<Attempt>) =>
    async (job: ClaimedJob<N>): Promise<Attempt> => {
      if (job.site === null) return { kind: 'refused', reason: 'It names no site' };
      const attempt = await handle(job, { number: job.site, ...(await placeOf(db, job.site)) });
      if (attempt.kind === 'done' && job.payload.everywhere)
        await db.transaction().execute((tx) => enqueueAtOtherSites(tx, job, clock.now()));
      return attempt;
    };

  return {
    'sitewatch.switch-code': everywhere(async (job, site) => {
      const { code, on } = job.payload;
      // another site may execute the job days later
      if (!on && (await codeHolderOf(db, code))) return { kind: 'refused', reason: activeCodeStays };
      return send(job, site, 'sitewatch.switch-code', { code: { text: code }, on }, (result) => ({ kind: 'done', result }));
    }),

    'sitewatch.replace-code': everywhere(async (job, site) => {
      const { from, to } = job.payload;
      if (await codeHolderOf(db, from)) return { kind: 'refused', reason: activeCodeStays };
      return send(job, site, 'sitewatch.replace-code', { from, to }, async ({ result, code }) => {
        if (result === 'taken') return { kind: 'refused', reason: `${to} belongs to another customer at ${site.name}` };
        if (result === 'unknown')
          return { kind: 'refused', reason: `Sitewatch of ${site.name} ended it in a way that this release does not know` };
        if (result === 'replaced') await renameLinkedCode(db, site.number, from, to, clock.now());
        return { kind: 'done', result: { result, code } };
      });
    }),

    'sitewatch.activate-plan': everywhere(async (job, site) => {
      const { code, productClass, expires } = job.payload;
      const plan = { code, productClass, expires, today: siteDate(clock.now(), site.timeZone) };
      return send(job, site, 'sitewatch.activate-plan', plan, (result) => ({ kind: 'done', result }));
    }),
  };
}
