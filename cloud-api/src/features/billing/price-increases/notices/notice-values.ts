import type { NoticeKind } from '@washdesk/contracts/billing/increase-notice';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { fillTemplate, type NoticeTemplates, type NoticeValues } from '@washdesk/rules/company/notice-templates';
import { formatDateUs } from '@washdesk/rules/dates/dates';
import { noFirstName, noLastName, parseName } from '@washdesk/rules/customers/names';
import { stripControlCharacters } from '@washdesk/rules/text/text';
import type { NoticeMember } from './notices.store.ts';

/** First name first, as a letter begins; 'member' for nobody's. */
export function spokenName(name: string): string {
  const { firstName, lastName } = parseName(name);
  const known = [firstName, lastName].filter((part) => part !== noFirstName && part !== noLastName);
  return known.join(' ') || 'member';
}

/** What a notice names of a member. @param plan @param location as members know them */
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
  /** Of an e-mail and of a letter. */
  letter: string;
}

/** The words of a notice; a name cannot break the lines of a text or of a subject. */
export function noticeWords(templates: NoticeTemplates, kind: NoticeKind, values: NoticeValues): NoticeWords {
  const one = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, stripControlCharacters(value)]),
  ) as unknown as NoticeValues;
  const { text, subject, letter, retractionText, retractionSubject, retractionLetter } = templates;
  const [short, title, long] = kind === 'increase' ? [text, subject, letter] : [retractionText, retractionSubject, retractionLetter];
  return { text: fillTemplate(short, one), subject: fillTemplate(title, one), letter: fillTemplate(long, one) };
}
