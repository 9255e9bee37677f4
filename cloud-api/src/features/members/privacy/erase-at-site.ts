import { withoutMarker } from '@washdesk/rules/codes/codes';
import { wallClock } from '@washdesk/rules/dates/wall-clock';
import { sitewatchDevice, type CommandPayload } from '@washdesk/site-protocol/commands';
import type { ErasedCodes } from '../../../db/erased-codes.ts';
import type { Db } from '../../../db/pool.ts';
import { timeZoneOf } from '../../../db/site-zone.ts';
import type { Attempt, ClaimedJob } from '../../../jobs/job.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { isFinal } from '../../../ports/site-outcome.ts';
import { erasureById, openWorkAt } from './erasure.store.ts';

/** Codes in one command, and the shortest that is searched for. */
const mostCodes = 100;
const leastCode = 4;

interface Parts {
  db: Db;
  sites: SiteCommands;
  erasedCodes: ErasedCodes;
  asked: () => void;
}

/** Handles `sitewatch.erase`: repeating it at the site changes nothing. */
export const eraseAtSite =
  ({ db, sites, erasedCodes, asked }: Parts) =>
  async ({ id, site, payload: { erasure: erasureId, objid } }: ClaimedJob<'sitewatch.erase'>): Promise<Attempt> => {
    if (site === null) return { kind: 'refused', reason: 'It names no site' };
    const erasure = await erasureById(db, erasureId);
    if (!erasure) return { kind: 'done', result: {} };
    // a wash that is written after the erasure would bring the plate back
    const open = erasure.customer === null ? [] : await openWorkAt(db, erasure.customer, site);
    if (open.length > 0) return { kind: 'later', reason: `Work for the site is open: ${open.join(', ')}` };
    const codes = erasure.person?.codes ?? (await restoredCodes({ db, sites, erasedCodes }, { site, objid, erasure: erasureId }));
    if (codes === null) return { kind: 'later', reason: 'The site didn’t list the codes of the customer' };
    const zone = await timeZoneOf(db, site);
    const payload: CommandPayload<'sitewatch.erase-customer'> = {
      objid,
      codes: codes.filter((code) => code.length >= leastCode).slice(0, mostCodes),
      ...(zone && { until: wallClock(erasure.asked, zone) }),
    };
    const outcome = await sites.send(site, sitewatchDevice, 'sitewatch.erase-customer', payload, { id, sentBefore: true });
    if (outcome.kind !== 'answered') return { kind: isFinal(outcome) ? 'refused' : 'later', reason: outcome.message };
    asked();
    return { kind: 'done', result: outcome.result };
  };

/** Returns the codes of an erased customer that a Sitewatch has again, because it was restored from a backup. Null without an answer. */
async function restoredCodes(
  { db, sites, erasedCodes }: Omit<Parts, 'asked'>,
  { site, objid, erasure }: { site: number; objid: number | null; erasure: string },
): Promise<string[] | null> {
  if (objid === null) return [];
  const outcome = await sites.send(site, sitewatchDevice, 'sitewatch.codes', { objid, codes: [] });
  if (outcome.kind !== 'answered') return null;
  return erasedCodes.ofErasure(
    db,
    erasure,
    outcome.result.codes.map(({ code }) => withoutMarker(code)),
  );
}
