import { clock } from './clock-rule.ts';
import { imports } from './imports-rule.ts';
import { wordAdvice, words } from './words-rule.ts';

// oxlint takes a plugin as its module's default export.
export default { meta: { name: 'washdesk' }, rules: { imports, clock, words, 'word-advice': wordAdvice } };
