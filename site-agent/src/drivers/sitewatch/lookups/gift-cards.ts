import { z } from 'zod';
import type { GiftCard } from '@washdesk/site-protocol/sitewatch';
import { rowsOf, type Query, type Queryable } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';

const giftCards = {
  sql: sitewatchSql.giftCards,
  row: z.object({ objid: z.int(), code: z.string(), planName: z.string(), credit: z.int(), used: z.int() }),
} satisfies Query<z.ZodType>;

/** Returns every gift card with exactly this code, oldest first. */
export function listGiftCards(on: Queryable, code: string, signal: AbortSignal): Promise<GiftCard[]> {
  return rowsOf(on, giftCards, [code], signal);
}
