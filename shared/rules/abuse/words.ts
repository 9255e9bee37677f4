import { formatDateUs } from '../dates/dates.ts';
import { windowDays, type AbuseFacts, type AbuseKind, type Strength } from './finding.ts';

export const abuseNames: Readonly<Record<AbuseKind, string>> = {
  'two-sites': 'Two sites at once',
  'tag-plate': 'Tag on another car',
  shared: 'Shared membership',
  'plate-changes': 'Plate changed often',
  'daily-limit': 'Over the daily limit',
  'free-months': 'Many free months',
  refunds: 'Many refunds',
};

export const strengthNames: Readonly<Record<Strength, string>> = { weak: 'Weak', clear: 'Clear', strong: 'Strong' };

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** Returns what the evidence shows, in plain words. */
export function abuseSentence(facts: AbuseFacts, siteName: (site: number) => string): string {
  const days = windowDays[facts.kind];
  switch (facts.kind) {
    case 'two-sites': {
      const [from, to] = facts.sites.map(siteName);
      const drive = `The drive of ${facts.miles} miles takes at least ${facts.driveMinutes} minutes.`;
      return `Washed at ${from} and ${to} ${counted(facts.apartMinutes, 'minute')} apart. ${drive} Seen ${times(facts.times)} in ${days} days.`;
    }
    case 'tag-plate': {
      const cars = facts.plates === 1 ? 'another plate' : `${facts.plates} other plates`;
      const whose = facts.isMembers ? ' It belongs to another member.' : '';
      return `The tag was read on a car with ${cars} ${times(facts.reads)} on ${counted(facts.days, 'day')} in ${days} days.${facts.plates === 1 ? whose : ''}`;
    }
    case 'shared':
      return facts.cars === null
        ? `${counted(facts.washes, 'wash', 'washes')} in ${days} days, ${facts.repeats} of them within 10 hours after another.`
        : `The tag was read on ${facts.cars} cars in ${days} days.`;
    case 'plate-changes': {
      const back = facts.returned ? ' It was changed back to a former plate.' : '';
      return `The plate was changed to another car ${times(facts.changes)} in ${days} days, ${facts.washedAfter} of them with a wash within two days.${back}`;
    }
    case 'daily-limit':
      return `Up to ${facts.most} washes in one day. The plan allows ${facts.limit}. Exceeded on ${counted(facts.days, 'day')} in ${days} days.`;
    case 'free-months':
      return `Gave ${counted(facts.count, 'free month')} in ${days} days: ${facts.percent}% of all, with ${facts.percentOfWork}% of the sign-ups. ${peersSay(facts)}`;
    case 'refunds':
      return `Made ${counted(facts.count, 'refund')} in ${days} days: ${facts.percent}% of all, with ${facts.percentOfWork}% of the days worked. ${peersSay(facts)}`;
  }
}

const peersSay = ({ peers, expected }: { peers: number; expected: number }): string =>
  `At the rate of ${counted(peers, 'peer')}, about ${Math.round(expected)} would be usual.`;

/** Names the days whose examination failed several times. @param days at least one, in UTC, the oldest first */
export function failedDaysSentence([first, ...others]: readonly { day: string; failure: string }[]): string {
  if (!first) throw new Error('no day failed');
  const more = others.length === 0 ? '' : ` and of ${counted(others.length, 'other day')}`;
  return `Washes of ${formatDateUs(first.day)}${more} can’t be examined for abuse: ${first.failure}`;
}
