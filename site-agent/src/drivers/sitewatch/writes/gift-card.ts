import { z } from 'zod';
import type { CommandPayload, CommandResult } from '@washdesk/site-protocol/commands';
import { listGiftCards } from '../lookups/gift-cards.ts';
import type { Query } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';
import { rowIn, rowsIn, type WriteContext } from './write-context.ts';

type Deduction = CommandPayload<'sitewatch.deduct-gift-card'>;
type Deducted = CommandResult<'sitewatch.deduct-gift-card'>;

const holding = { sql: sitewatchSql.giftCardsHolding, row: z.object({ objid: z.int() }) } satisfies Query<z.ZodType>;
/** The columns that an update returns, null if it found no row. */
const deducted = { sql: sitewatchSql.deductGiftCard, row: z.object({ objid: z.int().nullable() }) } satisfies Query<z.ZodType>;

/** Maximum number of cards in the stored result. */
const mostCards = 40;

/** Takes the amount from the oldest card with enough balance; never splits it over several cards. */
export async function deductGiftCard(on: WriteContext, { code, amount }: Deduction): Promise<Omit<Deducted, 'repeated'>> {
  const taken = await takeFromOne(on, code, dollars(amount));
  const cards = await listGiftCards(on.transaction, code, on.signal);
  return { result: taken ? 'deducted' : whyNot(cards), cards: cards.slice(0, mostCards) };
}

/** Takes the amount from one card. The statement checks the balance again, because another register may have been first. */
async function takeFromOne(on: WriteContext, code: string, amount: string): Promise<boolean> {
  for (const { objid } of await rowsIn(on, holding, [code, amount])) {
    const card = await rowIn(on, deducted, [amount, objid, amount]);
    if (card && card.objid !== null) return true;
  }
  return false;
}

function whyNot(cards: Deducted['cards']): Deducted['result'] {
  if (cards.length === 0) return 'not-found';
  return cards.some(({ credit, used }) => credit + used > 0) ? 'exceeds-balance' : 'zero-balance';
}

/** Returns dollars as text, which is exact: the library would send a fraction as a floating-point number. */
const dollars = (cents: number): string => (cents / 100).toFixed(2);
