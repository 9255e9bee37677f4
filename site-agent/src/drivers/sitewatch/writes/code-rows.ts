import { sitewatchCode, type SitewatchCode } from '@washdesk/site-protocol/sitewatch';
import { z } from 'zod';
import { PosRefused } from '../../../ports/pos-database.ts';
import type { Query } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';
import { rowIn, rowsIn, runIn, type WriteContext } from './write-context.ts';

/** Stands behind a code that is switched off, before its own objid: ABC1234-IL~17. */
const offMarker = '~';

/** P a plate, T a tag. */
export type CodeType = 'P' | 'T';

const byText = { sql: sitewatchSql.codeByText, row: sitewatchCode } satisfies Query<z.ZodType>;
const byObjid = { sql: sitewatchSql.codeByObjid, row: sitewatchCode } satisfies Query<z.ZodType>;
const switchedOff = { sql: sitewatchSql.codesSwitchedOff, row: sitewatchCode } satisfies Query<z.ZodType>;
const inserted = { sql: sitewatchSql.insertCode, row: z.object({ objid: z.int() }) } satisfies Query<z.ZodType>;

export const isDisabled = ({ code }: SitewatchCode): boolean => code.includes(offMarker);

/** The code's text without the marker of a code that is switched off. */
export function textOf({ code }: SitewatchCode): string {
  const [text = code] = code.split(offMarker, 1);
  return text;
}

/** The row with exactly this text; for a code that is switched off, the row's text has the marker. A code belongs to one customer alone. */
export const codeByText = (on: WriteContext, text: string): Promise<SitewatchCode | null> => rowIn(on, byText, [text]);

export const codeByObjid = (on: WriteContext, objid: number): Promise<SitewatchCode | null> => rowIn(on, byObjid, [objid]);

/** Codes that had this text and are switched off, the newest first. */
export const disabledCodes = (on: WriteContext, text: string): Promise<SitewatchCode[]> => rowsIn(on, switchedOff, [`${text}${offMarker}`]);

export async function insertCode(on: WriteContext, customer: number, text: string, type: CodeType): Promise<SitewatchCode> {
  const made = await rowIn(on, inserted, [customer, text, type, on.at]);
  if (!made) throw new PosRefused('Sitewatch saved the code but didn’t return its number');
  return { objid: made.objid, customer, code: text };
}

export async function renameCode(on: WriteContext, row: SitewatchCode, text: string): Promise<SitewatchCode> {
  await runIn(on, sitewatchSql.renameCode, [text, row.objid]);
  return { ...row, code: text };
}

/** Switches a code off, so that anybody can use its text again. */
export const disableCode = (on: WriteContext, row: SitewatchCode): Promise<SitewatchCode> =>
  renameCode(on, row, `${textOf(row)}${offMarker}${row.objid}`);
