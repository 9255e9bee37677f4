import { z } from 'zod';
import type { ClubPlan } from '@washdesk/site-protocol/sitewatch';
import type { SoldItem } from '../../../ports/pos-lookups.ts';
import { rowsOf, type Query, type Queryable } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';

/** A club plan as a row of Sitewatch. */
export const clubPlanRow = z
  .object({
    objid: z.int(),
    name: z.string(),
    redeemId: z.int().nullable(),
    clubAccess: z.string().nullable(),
    isStripe: z.int(),
    productClass: z.string().nullable(),
    active: z.int(),
  })
  .transform((row): ClubPlan => ({ ...row, isStripe: row.isStripe !== 0, active: row.active !== 0 }));

const clubPlans = { sql: sitewatchSql.clubPlans, row: clubPlanRow } satisfies Query<z.ZodType>;

const topSellers = {
  sql: sitewatchSql.topSellers,
  row: z.object({ objid: z.int(), name: z.string() }).transform(({ objid, name }): SoldItem => ({ OBJID: objid, NAME: name })),
} satisfies Query<z.ZodType>;

export function listClubPlans(database: Queryable, signal: AbortSignal): Promise<ClubPlan[]> {
  return rowsOf(database, clubPlans, [], signal);
}

/** @param since ISO date */
export function listTopSellers(database: Queryable, site: number, since: string, most: number, signal: AbortSignal): Promise<SoldItem[]> {
  return rowsOf(database, topSellers, [most, site, since], signal);
}
