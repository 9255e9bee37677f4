import { isKnownAs } from '@washdesk/rules/company/same-person';
import { searchable } from '@washdesk/rules/text/text';
import type { NameAtSite, StaffAtSites } from './sitewatch-standing.store.ts';

/** The key of the alert about a number that bears another name in Sitewatch. */
export const nameAlertKey = (number: number, name: string): string => `employee-name:${number}:${searchable(name)}`;

/** The copies under the person's own name, and the active ones under another. */
export function byName({ copies, ...person }: Pick<StaffAtSites, 'name' | 'otherNames' | 'copies'>): {
  own: NameAtSite[];
  strangers: NameAtSite[];
} {
  const own = copies.filter((copy) => isKnownAs(person, copy.name));
  return { own, strangers: copies.filter((copy) => copy.active && !own.includes(copy)) };
}

/** Whether the person is in some Sitewatch, and switched off in each of them. */
export function isSwitchedOff(person: Pick<StaffAtSites, 'name' | 'otherNames' | 'copies'>): boolean {
  const { own } = byName(person);
  return own.length > 0 && own.every(({ active }) => !active);
}
