import type { SitewatchCode } from '@washdesk/site-protocol/sitewatch';
import { ConcurrentWrite } from '../command-table.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';
import { codeByText, disabledCodes, renameCode, disableCode } from './code-rows.ts';
import { runIn, type WriteContext } from './write-context.ts';

/**
 * Makes an existing row of a customer have `text`, which nobody else has. Their row of that text, switched on or off, comes first, and
 * `old`, which it replaces, is switched off; else `old` itself gets the new text, so that everything that refers to it stays.
 * @param today from which on plans run
 * @returns null where there is no row of either
 * @throws ConcurrentWrite where another transaction has just taken the text
 */
export async function reuseCode(
  on: WriteContext,
  customer: number,
  { text, old, today }: { text: string; old: SitewatchCode | null; today: string },
): Promise<SitewatchCode | null> {
  const existing = await ownCode(on, customer, text);
  if (!existing) return old && renameCode(on, old, text);
  if (old) {
    await disableCode(on, old);
    await runIn(on, sitewatchSql.movePlans, [existing.objid, old.objid, today]);
  }
  return existing;
}

/** The customer's row of this text, switched on if it was off. */
async function ownCode(on: WriteContext, customer: number, text: string): Promise<SitewatchCode | null> {
  const existing = await codeByText(on, text);
  if (existing && existing.customer !== customer) throw new ConcurrentWrite(`${text} was assigned to another customer`);
  if (existing) return existing;
  const twin = (await disabledCodes(on, text)).find((row) => row.customer === customer);
  return twin ? renameCode(on, twin, text) : null;
}
