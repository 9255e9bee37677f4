import type { CommandPayload, CommandResult } from '@washdesk/site-protocol/commands';
import { codesOfCustomer } from '../lookups/customer-codes.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';
import { disableCode } from './code-rows.ts';
import { lockCustomer } from './customer-row.ts';
import { hasOneOf } from './own-codes.ts';
import { runIn, type WriteContext } from './write-context.ts';

/** The text of a code whose customer was erased; a disabled code also has its marker and objid. */
const erasedText = 'ERASED';

const endOfTime = '9999-12-31 00:00:00';

/**
 * Erases a customer's personal values. The rows stay, because sales and plans refer to them. Codes that another customer has by now are
 * that customer's.
 */
export async function eraseCustomer(
  on: WriteContext,
  { objid, codes, until = endOfTime }: CommandPayload<'sitewatch.erase-customer'>,
): Promise<CommandResult<'sitewatch.erase-customer'>> {
  // codes that an earlier attempt has erased count as the customer's own
  const found = objid !== null && (await lockCustomer(on, objid)) && (await hasOneOf(on, objid, [...codes, erasedText]));
  if (found) {
    await runIn(on, sitewatchSql.eraseCustomer, [objid]);
    await runIn(on, sitewatchSql.eraseDiscounts, [objid]);
    await runIn(on, sitewatchSql.eraseCodesOfSales, [objid]);
    for (const code of await codesOfCustomer(on.transaction, objid, on.signal)) await disableCode(on, { ...code, code: erasedText });
  }
  for (const code of codes) {
    await runIn(on, sitewatchSql.eraseCodeOfStrangersSales, [code, until]);
    // a stored result lists the codes of its customer; none of these commands is sent again
    await runIn(on, sitewatchSql.eraseStoredResults, [code]);
  }
  return { found };
}
