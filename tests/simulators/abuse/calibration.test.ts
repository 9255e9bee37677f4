import { expect, it } from 'vitest';
import { defaultDailyWashLimits, findOverDailyLimit } from '@washdesk/rules/abuse/daily-limit';
import { dayMs, windowDays, type AbuseKind, type Finding } from '@washdesk/rules/abuse/finding';
import { findPlateChanges } from '@washdesk/rules/abuse/plate-changes';
import { findSellers } from '@washdesk/rules/abuse/seller-share';
import { findShared } from '@washdesk/rules/abuse/shared';
import { findOtherPlates } from '@washdesk/rules/abuse/tag-plate';
import { findTwoSites } from '@washdesk/rules/abuse/two-sites';
import { abuseMembers } from './abuse-members.ts';
import { abuseSellers } from './abuse-sellers.ts';
import { abuseSites } from './abuse-sites.ts';
import { storyDays, type MemberStory } from './member-story.ts';

const now = new Date('2026-11-27T06:00:00Z');
const places = new Map(abuseSites.map((site) => [site.number, site]));
const behindUtcMs = 6 * 3_600_000;

const washesOf = ({ washes, plan }: MemberStory) =>
  washes.map(({ id, site, at }) => {
    const local = new Date(at.getTime() - behindUtcMs);
    return { id, site, plan, at: at.getTime(), day: local.toISOString().slice(0, 10), hour: local.getUTCHours() };
  });

const ownersOf = (stories: readonly MemberStory[]): Map<string, string> =>
  new Map(stories.flatMap(({ plate, customer, changes }) => [plate, ...changes.map(({ to }) => to)].map((one) => [one, customer])));

/** Examines the days one after the other, as the cloud does. */
function findingsOf(story: MemberStory, owners: Map<string, string>, exchangedWith: ReadonlySet<string>): Set<AbuseKind> {
  const [washes, found] = [washesOf(story), new Set<AbuseKind>()];
  const plates = [story.plate, ...story.changes.map(({ from }) => from)];
  const reads = story.reads.map(({ id, at, plate }) => ({ id, at: at.getTime(), plate, owner: owners.get(plate) ?? null }));
  const changes = story.changes.map((change) => ({ ...change, at: change.at.getTime() }));
  for (let day = 0; day < storyDays; day += 1) {
    const end = now.getTime() - day * dayMs;
    const within = <T extends { at: number }>(kind: AbuseKind, rows: readonly T[]): T[] =>
      rows.filter(({ at }) => at < end && at >= end - windowDays[kind] * dayMs);
    const findings: (Finding | null)[] = [
      findTwoSites(within('two-sites', washes), places),
      findShared(within('shared', washes)),
      findOverDailyLimit(within('daily-limit', washes), defaultDailyWashLimits),
      findOtherPlates(within('tag-plate', reads), { plates, exchangedWith }),
      findPlateChanges(
        within('plate-changes', changes),
        washes.map(({ at }) => at),
      ),
    ];
    for (const finding of findings) if (finding) found.add(finding.facts.kind);
  }
  return found;
}

const flagged = (members: readonly { found: ReadonlySet<AbuseKind> }[]): number => members.filter(({ found }) => found.size > 0).length;

it('finds planted abuse and spares honest members', () => {
  const stories = [...abuseMembers({ seed: 11, now, honest: 400, plantedOfEach: 12 })];
  const owners = ownersOf(stories);
  const readOnCarsOf = new Map<string, Set<string>>();
  for (const { customer, reads } of stories) {
    for (const owner of reads.flatMap(({ plate }) => owners.get(plate) ?? [])) {
      if (owner !== customer) readOnCarsOf.set(owner, (readOnCarsOf.get(owner) ?? new Set()).add(customer));
    }
  }
  const results = stories.map((story) => ({ story, found: findingsOf(story, owners, readOnCarsOf.get(story.customer) ?? new Set()) }));
  const planted = results.filter(({ story }) => story.planted !== null);
  const missed = planted.filter(({ story, found }) => !found.has(story.planted!)).map(({ story }) => `${story.planted}: ${story.habit}`);
  expect(missed.length, missed.join()).toBeLessThanOrEqual(0.05 * planted.length);
  const honest = results.filter(({ story }) => story.planted === null);
  expect(flagged(honest)).toBeLessThanOrEqual(0.005 * honest.length);
});

it.each([1, 2, 3, 4])('finds the employees that give far more than their peers, and no others (%d)', (seed) => {
  const sellers = abuseSellers({ seed, cashiers: 40, managers: 12, plantedOfEach: 2 });
  const found = (count: 'freeMonths' | 'refunds', work: 'signUps' | 'workDays'): string[] =>
    findSellers(
      sellers.map((one) => ({ seller: String(one.number), isManager: one.isManager, count: one[count].length, work: one[work].length })),
    ).map(({ seller }) => seller);
  expect(found('freeMonths', 'signUps')).toEqual(['500', '501']);
  expect(found('refunds', 'workDays')).toEqual(['550', '551']);
});
