import type { SitewatchCode } from '@washdesk/site-protocol/sitewatch';
import { ConcurrentWrite } from '../command-table.ts';
import { codesOfCustomer } from '../lookups/customer-codes.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';
import { codeByText, disabledCodes, renameCode, disableCode, textOf } from './code-rows.ts';
import { runIn, type WriteContext } from './write-context.ts';

/**
 * Gives an existing row of a customer the text `text`, which no other customer has. The customer's own row with that text, enabled or
 * disabled, comes first, and `old`, which it replaces, is disabled. Otherwise `old` gets the new text, so that everything that references
 * it stays.
 * @param today first day for which plans count as running
 * @returns null if the customer has neither row
 * @throws ConcurrentWrite if another transaction has just taken the text
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

/** Whether this customer has or had one of the codes: after a restore a number may be another customer's. */
export async function hasOneOf(on: WriteContext, customer: number, texts: readonly (string | null)[]): Promise<boolean> {
  const codes = await codesOfCustomer(on.transaction, customer, on.signal);
  return codes.some((code) => texts.includes(textOf(code)));
}

/** Returns the customer's row with this text, enabled if it was disabled. */
async function ownCode(on: WriteContext, customer: number, text: string): Promise<SitewatchCode | null> {
  const existing = await codeByText(on, text);
  if (existing && existing.customer !== customer) throw new ConcurrentWrite(`${text} was assigned to another customer`);
  if (existing) return existing;
  const twin = (await disabledCodes(on, text)).find((row) => row.customer === customer);
  return twin ? renameCode(on, twin, text) : null;
}
