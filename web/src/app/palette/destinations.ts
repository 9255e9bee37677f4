import { paths } from '../../lib/paths.ts';
import { allows } from '../guard/allows.ts';
import { toolsFor } from '../menus/tools-for.ts';
import { screens } from '../screens.ts';
import { barLinks } from '../shell/bar-links.ts';
import { searchWords } from './search-words.ts';

export interface Destination {
  kind: 'act' | 'screen' | 'customer';
  label: string;
  detail: string;
  to: string;
}

interface Person {
  roles: number;
  flags: readonly string[];
}

/** What people do, and the screen that does it: the label and further words to find it by. */
const acts: Readonly<Record<string, readonly [label: string, words: string, to: string]>> = {
  gate: ['Open a gate', 'lane barrier', paths.redeem],
  redeem: ['Redeem a wash', 'plate tag scan', paths.redeem],
  signUp: ['Sign up a customer', 'new member plan', paths.signUp],
  refund: ['Refund a sale', 'money back return', paths.refund],
  charge: ['Charge a card', 'payment', '/office/charge'],
  payments: ['Look up a customer’s payments', 'charged twice double charge complaint', paths.search],
  status: ['See what works now', 'status down offline broken cards not working outage', '/status'],
  theme: ['Change the theme', 'dark light', paths.profile],
  signOut: ['Log out', 'sign out end session', paths.logout],
};

/** Returns the acts and screens of this person, each once. */
export function destinationsFor({ roles, flags }: Person): Destination[] {
  const mayOpen = (to: string): boolean => screens.some(({ path, access }) => path === to && allows(access, roles));
  const isOn = (to: string): boolean => to !== paths.redeem || flags.includes('redeemInterface');
  const bar = barLinks({ path: paths.home, roles, flags, sale: null });
  const all = [
    ...Object.values(acts).flatMap(([label, detail, to]): Destination[] =>
      mayOpen(to) && isOn(to) ? [{ kind: 'act', label, detail, to }] : [],
    ),
    ...bar.map(({ label, to }): Destination => ({ kind: 'screen', label, detail: '', to })),
    ...(['office', 'admin'] as const)
      .flatMap((menu) => toolsFor(menu, roles))
      .map(({ label, description, to }): Destination => ({ kind: 'screen', label, detail: description, to })),
  ];
  // a tool of both menus is one screen
  return all.filter(({ kind, to }, at) => kind === 'act' || all.findIndex((other) => other.kind === kind && other.to === to) === at);
}

/** Words of a question that name nothing. */
const idle = new Set(
  'a an are at by can did do does has have i in is it may me my of on or our s the their there this to was we were what when where which who whose why with'.split(
    ' ',
  ),
);

/** Returns what contains every word of the text, apart from those that only ask. Labels that begin with the text come first. */
export function matching(all: readonly Destination[], question: string): Destination[] {
  const wanted = question.toLowerCase();
  const typed = wanted.split(/[\s?]+/).filter((word) => word !== '');
  const telling = typed.filter((word) => !idle.has(word));
  const words = telling.length > 0 ? telling : typed;
  const rank = ({ label }: Destination): number => {
    const name = label.toLowerCase();
    if (name.startsWith(wanted)) return 0;
    return name.includes(wanted) ? 1 : 2;
  };
  return all
    .filter(({ kind, label, detail, to }) => {
      const text = `${label} ${detail} ${kind === 'screen' ? (searchWords[to] ?? '') : ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((one, other) => rank(one) - rank(other));
}
