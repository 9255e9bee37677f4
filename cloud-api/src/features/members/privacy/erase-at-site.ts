import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import type { Db } from '../../../db/pool.ts';
import type { Attempt, ClaimedJob } from '../../../jobs/job.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { isFinal } from '../../../ports/site-outcome.ts';
import { erasureById, openWorkAt } from './erasure.store.ts';

/** Codes in one command, and the shortest that is searched for. */
const mostCodes = 100;
const leastCode = 4;

/** Handles `sitewatch.erase`: repeating it at the site changes nothing. */
export const eraseAtSite =
  ({ db, sites, asked }: { db: Db; sites: SiteCommands; asked: () => void }) =>
  async ({ id, site, payload: { erasure, objid } }: ClaimedJob<'sitewatch.erase'>): Promise<Attempt> => {
    if (site === null) return { kind: 'refused', reason: 'It names no site' };
    const { person, customer } = (await erasureById(db, erasure)) ?? {};
    if (!person || !customer) return { kind: 'done', result: {} };
    // a wash that is written after the erasure would bring the plate back
    const open = await openWorkAt(db, customer, site);
    if (open.length > 0) return { kind: 'later', reason: `Work for the site is open: ${open.join(', ')}` };
    const codes = person.codes.filter((code) => code.length >= leastCode).slice(0, mostCodes);
    const outcome = await sites.send(site, sitewatchDevice, 'sitewatch.erase-customer', { objid, codes }, { id, sentBefore: true });
    if (outcome.kind === 'answered') {
      asked();
      return { kind: 'done', result: outcome.result };
    }
    return { kind: isFinal(outcome) ? 'refused' : 'later', reason: outcome.message };
  };
