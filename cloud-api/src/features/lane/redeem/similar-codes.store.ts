import { sql } from 'kysely';
import { comparableForms } from '@washdesk/rules/codes/code-forms';
import { memberStatuses } from '@washdesk/rules/plans/statuses';
import { comparableCodeColumn } from '../../../db/comparable-code.ts';
import type { Db } from '../../../db/pool.ts';

const most = 3;

export interface SimilarCode {
  code: string;
  customer: string;
  active: boolean;
}

/** Returns codes of the roster that differ from this one only by state, punctuation or look-alikes; those of admitted members first. */
export async function similarCodesOf(db: Db, code: string): Promise<SimilarCode[]> {
  const { rows } = await sql<SimilarCode>`
    select r.code, r.customer, r.status = any(${memberStatuses}) as active
    from roster_entry r
    where not r.removed and r.code <> ${code} and r.code = any(array(
      select distinct code from customer_code where ${comparableCodeColumn} = any(${comparableForms(code)}) and source = 'stripe'
    ))
    order by 3 desc, r.code limit ${most}`.execute(db);
  return rows;
}
