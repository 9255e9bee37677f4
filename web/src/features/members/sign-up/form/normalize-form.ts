import { normalizeCode } from '@washdesk/rules/codes/codes';
import { parseTag, formatTag } from '@washdesk/rules/codes/tags';
import type { SignUpForm } from '../sign-up-form.ts';

/** A tag as typed: eleven digits get their plus. */
export function completedTag(text: string): string {
  const code = text.replaceAll(/\s/g, '').toUpperCase();
  const tag = parseTag(code);
  return tag ? formatTag(tag.head, tag.tail) : code;
}

/** The form as it goes on its way: no spaces around anything, codes upper-cased. */
export function normalizedForm(form: SignUpForm): SignUpForm {
  const trimmed = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]));
  return { ...form, ...trimmed, theCardNumber: normalizeCode(form.theCardNumber) };
}
