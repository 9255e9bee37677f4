import type { CommandPayload, CommandResult } from '@washdesk/site-protocol/commands';
import { codeByText } from './code-rows.ts';
import { lockCustomer } from './customer-row.ts';
import { reuseCode } from './own-codes.ts';
import type { WriteContext } from './write-context.ts';

type Replacement = CommandPayload<'sitewatch.replace-code'>;

/** Whoever bears `from` then bears `to`. */
export async function replaceCode(on: WriteContext, { from, to }: Replacement): Promise<CommandResult<'sitewatch.replace-code'>> {
  const old = await codeByText(on, from);
  if (!old) return { result: 'not-found', code: null };
  if (from === to) return { result: 'replaced', code: old };
  await lockCustomer(on, old.customer);
  const bearer = await codeByText(on, to);
  if (bearer && bearer.customer !== old.customer) return { result: 'taken', code: null };
  return { result: 'replaced', code: await reuseCode(on, old.customer, { text: to, old, today: on.at.slice(0, 10) }) };
}
