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

/** Takes the amount from the named card, otherwise from the oldest with enough balance; never splits it over several cards. */
export async function deductGiftCard(on: WriteContext, { code, card, amount }: Deduction): Promise<Omit<Deducted, 'repeated'>> {
  const taken = await takeFromOne(on, code, card, dollars(amount));
  const all = await listGiftCards(on.transaction, code, on.signal);
  const cards = all.slice(0, mostCards);
  if (taken !== null) return { result: 'deducted', cards, card: all.find(({ objid }) => objid === taken) };
  return { result: whyNot(card === undefined ? all : all.filter(({ objid }) => objid === card)), cards };
}

/**
 * Takes the amount from one card of the code: a named card that no longer has it is not touched. The statement checks the balance again,
 * because another register may have been first. @returns the card's objid; null if nothing was taken
 */
async function takeFromOne(on: WriteContext, code: string, card: number | undefined, amount: string): Promise<number | null> {
  const cards = await rowsIn(on, holding, [code, amount]);
  for (const { objid } of card === undefined ? cards : cards.filter((one) => one.objid === card)) {
    const row = await rowIn(on, deducted, [amount, objid, amount]);
    if (row && row.objid !== null) return row.objid;
  }
  return null;
}

function whyNot(cards: Deducted['cards']): Deducted['result'] {
  if (cards.length === 0) return 'not-found';
  return cards.some(({ credit, used }) => credit + used > 0) ? 'exceeds-balance' : 'zero-balance';
}

/** Returns dollars as text, which is exact: the library would send a fraction as a floating-point number. */
const dollars = (cents: number): string => (cents / 100).toFixed(2);
