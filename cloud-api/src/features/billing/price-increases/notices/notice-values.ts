import type { NoticeKind } from '@washdesk/contracts/billing/plans/increase-notice';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { fillTemplate, type NoticeTemplates, type NoticeValues } from '@washdesk/rules/company/notice-templates';
import { noFirstName, noLastName, parseName } from '@washdesk/rules/customers/names';
import { formatDateUs } from '@washdesk/rules/dates/dates';
import { stripControlCharacters } from '@washdesk/rules/text/text';
import type { NoticeMember } from './notices.store.ts';

/** Returns the name, first name first, for a salutation; 'member' if empty. */
export function spokenName(name: string): string {
  const { firstName, lastName } = parseName(name);
  const known = [firstName, lastName].filter((part) => part !== noFirstName && part !== noLastName);
  return known.join(' ') || 'member';
}

/** Returns the values of a member's notice. @param plan @param location as members see them */
export const noticeValues = (member: NoticeMember, plan: string, location: string): NoticeValues => ({
  name: spokenName(member.name),
  plan,
  location,
  oldPrice: centsToDollars(member.oldAmount),
  newPrice: centsToDollars(member.newAmount),
  oldTotal: centsToDollars(member.oldTotal),
  newTotal: centsToDollars(member.newTotal),
  date: formatDateUs(member.effective),
});

export interface NoticeWords {
  text: string;
  subject: string;
  /** Text of an e-mail or letter. */
  letter: string;
}

/** Returns a notice's texts; a name cannot break the lines of a text or subject. */
export function noticeWords(templates: NoticeTemplates, kind: NoticeKind, values: NoticeValues): NoticeWords {
  const one = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, stripControlCharacters(value)]),
  ) as unknown as NoticeValues;
  const { text, subject, letter, retractionText, retractionSubject, retractionLetter } = templates;
  const [short, title, long] = kind === 'increase' ? [text, subject, letter] : [retractionText, retractionSubject, retractionLetter];
  return { text: fillTemplate(short, one), subject: fillTemplate(title, one), letter: fillTemplate(long, one) };
}
