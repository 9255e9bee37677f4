import type { CommandPayload, CommandResult } from '@washdesk/site-protocol/commands';
import type { SitewatchCode } from '@washdesk/site-protocol/sitewatch';
import { PosRefused } from '../../../ports/pos-database.ts';
import { codeByObjid, codeByText, disabledCodes, isDisabled, renameCode, disableCode, textOf } from './code-rows.ts';
import { lockCustomer } from './customer-row.ts';
import { reuseCode } from './own-codes.ts';
import type { WriteContext } from './write-context.ts';

type Change = CommandPayload<'sitewatch.switch-code'>;

/**
 * Enables a code, or disables it so that its text can be used again. A code already in that state stays. A text that no customer ever had
 * at this site is not a code: nothing changes.
 */
export async function switchCode(on: WriteContext, { code, on: wanted }: Change): Promise<CommandResult<'sitewatch.switch-code'>> {
  const row = await findSwitchable(on, code, wanted);
  if (!row) return { code: null };
  if (!wanted) return { code: isDisabled(row) ? row : await disableCode(on, row) };
  return { code: isDisabled(row) ? await switchOn(on, row) : row };
}

/** Returns the code to switch, by its text: the enabled one, or the newest disabled one. */
async function findSwitchable(on: WriteContext, code: Change['code'], wanted: boolean): Promise<SitewatchCode | null> {
  if ('text' in code) {
    const [newestOff] = await disabledCodes(on, code.text);
    const existing = await codeByText(on, code.text);
    return wanted ? (newestOff ?? existing) : (existing ?? newestOff ?? null);
  }
  const row = await codeByObjid(on, code.objid);
  if (!row) throw new PosRefused(`This Sitewatch has no code with the number ${code.objid}`);
  return row;
}

async function switchOn(on: WriteContext, row: SitewatchCode): Promise<SitewatchCode> {
  const text = textOf(row);
  const existing = await codeByText(on, text);
  if (!existing) return renameCode(on, row, text);
  if (existing.customer !== row.customer) throw new PosRefused(`${text} belongs to another customer now`);
  return existing;
}

type Replacement = CommandPayload<'sitewatch.replace-code'>;

/** Replaces the code `from` by `to` for its customer. */
export async function replaceCode(on: WriteContext, { from, to }: Replacement): Promise<CommandResult<'sitewatch.replace-code'>> {
  const old = await codeByText(on, from);
  if (!old) return { result: 'not-found', code: null };
  if (from === to) return { result: 'replaced', code: old };
  await lockCustomer(on, old.customer);
  const holder = await codeByText(on, to);
  if (holder && holder.customer !== old.customer) return { result: 'taken', code: null };
  return { result: 'replaced', code: await reuseCode(on, old.customer, { text: to, old, today: on.at.slice(0, 10) }) };
}
