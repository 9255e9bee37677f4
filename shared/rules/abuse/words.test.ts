import { expect, it } from 'vitest';
import type { AbuseFacts } from './finding.ts';
import { abuseSentence } from './words.ts';

const given = { count: 14, expected: 2.6, percent: 35, percentOfWork: 8, peers: 9 };

it.each<[AbuseFacts, string]>([
  [
    { kind: 'two-sites', times: 2, sites: [12, 27], miles: 40, driveMinutes: 28, apartMinutes: 9 },
    'Washed at Site 12 and Site 27 9 minutes apart. The drive of 40 miles takes at least 28 minutes. Seen 2 times in 30 days.',
  ],
  [
    { kind: 'tag-plate', reads: 7, days: 6, plates: 1, isMembers: true },
    'The tag was read on a car with another plate 7 times on 6 days in 30 days. It belongs to another member.',
  ],
  [
    { kind: 'tag-plate', reads: 4, days: 3, plates: 2, isMembers: false },
    'The tag was read on a car with 2 other plates 4 times on 3 days in 30 days.',
  ],
  [{ kind: 'shared', washes: 31, repeats: 9, cars: null }, '31 washes in 30 days, 9 of them within 10 hours after another.'],
  [{ kind: 'shared', washes: 20, repeats: 0, cars: 4 }, 'The tag was read on 4 cars in 30 days.'],
  [
    { kind: 'plate-changes', changes: 5, washedAfter: 4, returned: true },
    'The plate was changed to another car 5 times in 90 days, 4 of them with a wash within two days. It was changed back to a former plate.',
  ],
  [{ kind: 'daily-limit', days: 1, most: 5, limit: 3 }, 'Up to 5 washes in one day. The plan allows 3. Exceeded on 1 day in 30 days.'],
  [
    { kind: 'free-months', ...given },
    'Gave 14 free months in 60 days: 35% of all, with 8% of the sign-ups. At the rate of 9 peers, about 3 would be usual.',
  ],
  [
    { kind: 'refunds', ...given },
    'Made 14 refunds in 60 days: 35% of all, with 8% of the days worked. At the rate of 9 peers, about 3 would be usual.',
  ],
])('%j in words', (facts, sentence) => {
  expect(abuseSentence(facts, (site) => `Site ${site}`)).toBe(sentence);
});
