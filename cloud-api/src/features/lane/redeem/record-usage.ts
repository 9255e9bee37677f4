import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import type { Db } from '../../../db/pool.ts';
import type { Attempt, ClaimedJob } from '../../../jobs/job.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { isFinal } from '../../../ports/site-outcome.ts';

/**
 * Writes a usage into its site's Sitewatch. The usage id is both the command id and the row's id there, so that any number of attempts
 * creates one sale.
 */
export function recordUsage(db: Db, sites: SiteCommands) {
  return async (job: ClaimedJob<'sitewatch.record-usage'>): Promise<Attempt> => {
    const { key: usageId, site, payload, attempts } = job;
    if (site === null) return { kind: 'refused', reason: 'The usage names no site' };
    const sending = { id: usageId, sentBefore: attempts > 1 };
    const outcome = await sites.send(site, sitewatchDevice, 'sitewatch.record-usage', { usageId, ...payload }, sending);
    if (outcome.kind === 'answered') {
      const { saleId } = outcome.result;
      await db.updateTable('usage').set({ sale_id: saleId }).where('id', '=', usageId).execute();
      return { kind: 'done', result: { saleId } };
    }
    return { kind: isFinal(outcome) ? 'refused' : 'later', reason: outcome.message };
  };
}
