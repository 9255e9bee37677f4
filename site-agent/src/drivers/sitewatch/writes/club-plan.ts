import type { z } from 'zod';
import type { CommandPayload, CommandResult } from '@washdesk/site-protocol/commands';
import { PosRefused } from '../../../ports/pos-database.ts';
import { isForeignKeyViolation } from '../firebird-errors.ts';
import { clubPlanRow } from '../lookups/catalogue.ts';
import { nearestOn, type Query } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';
import { rowIn, runIn, type WriteContext } from './write-context.ts';

const locked = { sql: sitewatchSql.clubPlan, row: clubPlanRow } satisfies Query<z.ZodType>;

/** Changes only the given fields. Returns null if this site has no such club plan of that name. */
export async function saveClubPlan(
  on: WriteContext,
  { was, ...change }: CommandPayload<'sitewatch.save-club-plan'>,
): Promise<CommandResult<'sitewatch.save-club-plan'>> {
  const found = await rowIn(on, locked, [change.objid]);
  // after a restore the number may be another plan's
  if (!found || (was !== undefined && found.name !== was)) return { plan: null };
  const plan = { ...found, ...change, name: nearestOn(on.transaction, change.name ?? found.name) };
  const { objid, name, redeemId, clubAccess, isStripe, productClass, active } = plan;
  const row = [name, redeemId, clubAccess, Number(isStripe), productClass, Number(active), objid];
  await runIn(on, sitewatchSql.updateClubPlan, row).catch((error: unknown) => {
    // a plan references nothing else by number
    throw isForeignKeyViolation(error) ? new PosRefused(`No item ${redeemId} to sell for a wash`, { cause: error }) : error;
  });
  return { plan };
}
