import { z } from 'zod';
import { sitewatchCode, type SitewatchCode } from '@washdesk/site-protocol/sitewatch';
import { PosRefused } from '../../../ports/pos-database.ts';
import { canWriteOn, type Query } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';
import { rowIn, rowsIn, runIn, type WriteContext } from './write-context.ts';

/** Follows the text of a disabled code, before its own objid: ABC1234-IL~17. */
const offMarker = '~';

/** P is a plate, T a tag. */
export type CodeType = 'P' | 'T';

const byText = { sql: sitewatchSql.codeByText, row: sitewatchCode } satisfies Query<z.ZodType>;
const byObjid = { sql: sitewatchSql.codeByObjid, row: sitewatchCode } satisfies Query<z.ZodType>;
const switchedOff = { sql: sitewatchSql.codesSwitchedOff, row: sitewatchCode } satisfies Query<z.ZodType>;
const inserted = { sql: sitewatchSql.insertCode, row: z.object({ objid: z.int() }) } satisfies Query<z.ZodType>;

export const isDisabled = ({ code }: SitewatchCode): boolean => code.includes(offMarker);

/** Returns the code's text without the marker of a disabled code. */
export function textOf({ code }: Pick<SitewatchCode, 'code'>): string {
  const [text = code] = code.split(offMarker, 1);
  return text;
}

/** Returns the row with exactly this text; the text of a disabled code includes the marker. A code belongs to one customer only. */
export const codeByText = (on: WriteContext, text: string): Promise<SitewatchCode | null> => rowIn(on, byText, [text]);

export const codeByObjid = (on: WriteContext, objid: number): Promise<SitewatchCode | null> => rowIn(on, byObjid, [objid]);

/** Returns disabled codes that had this text, newest first. */
export const disabledCodes = (on: WriteContext, text: string): Promise<SitewatchCode[]> => rowsIn(on, switchedOff, [`${text}${offMarker}`]);

/** @throws PosRefused if this Sitewatch cannot store the code: in other letters it would be another code */
function requireWritable(on: WriteContext, text: string): void {
  if (!canWriteOn(on.transaction, text)) throw new PosRefused(`This Sitewatch can’t store the code ${text}`);
}

export async function insertCode(on: WriteContext, customer: number, text: string, type: CodeType): Promise<SitewatchCode> {
  requireWritable(on, text);
  const made = await rowIn(on, inserted, [customer, text, type, on.at]);
  if (!made) throw new PosRefused('Sitewatch saved the code but didn’t return its number');
  return { objid: made.objid, customer, code: text };
}

export async function renameCode(on: WriteContext, row: SitewatchCode, text: string): Promise<SitewatchCode> {
  requireWritable(on, text);
  await runIn(on, sitewatchSql.renameCode, [text, row.objid]);
  return { ...row, code: text };
}

/** Disables a code, so that its text can be used again. */
export const disableCode = (on: WriteContext, row: SitewatchCode): Promise<SitewatchCode> =>
  renameCode(on, row, `${textOf(row)}${offMarker}${row.objid}`);
