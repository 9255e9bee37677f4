import { sql } from 'kysely';

/** A code without its state, as the index `customer_code_comparable` has it: the comparable form of `@washdesk/rules/codes/code-forms`. */
export const comparableCodeColumn = sql`translate(split_part(code, '-', 1), 'OQDILZSGB+', '000112568')`;
