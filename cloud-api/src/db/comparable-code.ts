import { sql, type RawBuilder } from 'kysely';

/** A code without its state, in the comparable form of `@washdesk/rules/codes/code-forms`. */
export const comparableForm = (code: RawBuilder<unknown>): RawBuilder<string> =>
  sql`translate(split_part(${code}, '-', 1), 'OQDILZSGB+', '000112568')`;

/** As the index `customer_code_comparable` has it. */
export const comparableCodeColumn = comparableForm(sql.ref('code'));
