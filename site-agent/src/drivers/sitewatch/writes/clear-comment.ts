import type { CommandPayload, CommandResult } from '@washdesk/site-protocol/commands';
import { sitewatchSql } from '../sitewatch-sql.ts';
import { lockCustomer } from './customer-row.ts';
import { hasOneOf } from './own-codes.ts';
import { runIn, type WriteContext } from './write-context.ts';

/** Removes comment and alert of a customer. One who has none of the codes is another customer: the number was given again. */
export async function clearComment(
  on: WriteContext,
  { objid, codes }: CommandPayload<'sitewatch.clear-comment'>,
): Promise<CommandResult<'sitewatch.clear-comment'>> {
  const found = (await lockCustomer(on, objid)) && (codes === undefined || (await hasOneOf(on, objid, codes)));
  if (found) await runIn(on, sitewatchSql.clearComment, [objid]);
  return { found };
}
