import type { TabStorage } from './tab-storage.ts';

export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** Each in its own language. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** American dollars and dates in either language. */
const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };

const isLanguage = (text: unknown): text is Language => languages.includes(text as Language);

/** Returns the language of the address (`?lang=`), else the one chosen in this tab, else the browser's first that there is. */
export function preferredLanguage(search: string, stored: TabStorage, preferred: readonly string[]): Language {
  const asked = new URLSearchParams(search).get('lang');
  if (isLanguage(asked)) return asked;
  const chosen = stored.read('language');
  if (isLanguage(chosen)) return chosen;
  return preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

export interface Formats {
  /** Cents as dollars. */
  money: (cents: number) => string;
  /** A day such as `2026-12-01`, in words. */
  day: (isoDay: string) => string;
}

export function formatsOf(language: Language): Formats {
  const money = new Intl.NumberFormat(locales[language], { style: 'currency', currency: 'USD' });
  const day = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' });
  return { money: (cents) => money.format(cents / 100), day: (isoDay) => day.format(new Date(isoDay.slice(0, 10))) };
}

/** Returns a function that chooses the word for a count: `months(1)` is '1 month'. */
export function pluralOf(language: Language) {
  const rules = new Intl.PluralRules(locales[language]);
  return (count: number, { one, other }: { one: string; other: string }): string =>
    `${count} ${rules.select(count) === 'one' ? one : other}`;
}
