import { milesBetween } from '@washdesk/rules/abuse/two-sites';
import type { Random } from '../company/random.ts';
import { abuseSites, onOneWay } from './abuse-sites.ts';
import { drawPlate, storyDays, type StoryTeller, type StoryWash } from './member-story.ts';

type Habit = (teller: StoryTeller, home: number, partner: StoryTeller | null) => void;

const weeks = storyDays / 7;

/** One car, so on different days. */
function washNow(teller: StoryTeller, site: number, count: number): void {
  const days = new Set<number>();
  while (days.size < count) days.add(teller.day());
  for (const day of days) teller.wash(site, teller.at(day, teller.hour()));
}

/** Removes washes that the car cannot reach: on a road a fifth longer than the straight line, at 55 mph. */
function dropUnreachable({ story }: StoryTeller): void {
  let last: StoryWash | undefined;
  story.washes = story.washes
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .filter((wash) => {
      const miles = milesBetween(siteOf(wash.site), siteOf((last ?? wash).site)) * 1.2;
      const isReached = !last || wash.at.getTime() - last.at.getTime() >= (miles / 55) * 3_600_000 || wash.site === last.site;
      if (isReached) last = wash;
      return isReached;
    });
}

const siteOf = (site: number) => abuseSites.find(({ number }) => number === site)!;

/** Honest ways to use a membership that look like abuse at first sight. */
const habits: Readonly<Record<string, { share: number; live: Habit }>> = {
  light: { share: 33, live: (teller, home) => washNow(teller, home, teller.random.whole(1, 6)) },
  regular: { share: 26, live: (teller, home) => washNow(teller, home, teller.random.whole(7, 14)) },
  // stops at either of two sites on the way, now and then at both because the first was not clean
  commuter: {
    share: 14,
    live: (teller) => {
      const way = teller.random.pick(onOneWay);
      for (let week = 0; week < Math.floor(weeks); week += 1) {
        const [day, hour] = [week * 7 + teller.random.whole(0, 5), teller.random.pick([7.5, 17]) + teller.random.fraction()];
        const first = teller.random.pick(way);
        teller.wash(first, teller.at(day, hour));
        if (teller.random.chance(0.05))
          teller.wash(
            way.find((site) => site !== first)!,
            teller.at(day, hour + 0.2),
          );
      }
    },
  },
  // two members, two cars, and either drives the other's: both cars wash at the hours and sites of both
  family: {
    share: 10,
    live: (teller, home, partner) => {
      washNow(teller, home, teller.random.whole(5, 12));
      if (!partner) return;
      washNow(partner, home, partner.random.whole(5, 12));
      const typedWrong = teller.random.chance(0.2);
      if (typedWrong) teller.wash(home, teller.at(teller.day(), teller.hour()), partner.story.plate);
      if (!teller.random.chance(0.04)) return;
      // both stickers are on the wrong car
      for (let visit = 0; visit < 6; visit += 1) {
        teller.read(home, teller.at(teller.day(), teller.hour()), partner.story.plate);
        partner.read(home, partner.at(partner.day(), partner.hour()), teller.story.plate);
      }
    },
  },
  // drives people around: nearly every day, on some days at the beginning and at the end of a shift
  driver: {
    share: 4,
    live: (teller, home) => {
      for (let day = 0; day < storyDays - 1; day += 1) {
        if (!teller.random.chance(0.7)) continue;
        teller.wash(home, teller.at(day, 7 + teller.random.fraction()));
        if (teller.random.chance(0.15)) teller.wash(home, teller.at(day, 15 + 3 * teller.random.fraction()));
      }
    },
  },
  // a new car: the temporary plate, a typo, the plate itself, each entered at a wash; the old sticker may be on it for weeks before
  newCar: {
    share: 7,
    live: (teller, home) => {
      const bought = teller.random.whole(10, 40);
      for (const day of [2, 6, 9]) teller.wash(home, teller.at(Math.min(day, bought - 1), teller.hour()));
      const next = drawPlate(teller.random);
      if (teller.random.chance(0.3)) for (let day = 1; day < 12; day += 3) teller.wash(home, teller.at(bought + day, 12), next);
      const entered = bought + 12;
      if (teller.random.chance(0.6)) teller.change(teller.at(bought, 11), drawPlate(teller.random));
      if (teller.random.chance(0.3))
        teller.change(
          teller.at(entered, 12),
          next.replace(/\d(?=-)/u, (digit) => String((Number(digit) + 1) % 10)),
        );
      teller.change(teller.at(entered, 12.2), next);
      for (let day = entered + 1; day < storyDays - 1; day += 5) teller.wash(home, teller.at(day, teller.hour()));
    },
  },
  // at home today, at a site hours away tomorrow, or in the evening of the same day
  traveler: {
    share: 6,
    live: (teller, home) => {
      washNow(teller, home, teller.random.whole(3, 8));
      for (let trip = 0; trip < 4; trip += 1) {
        const there = teller.random.pick(abuseSites).number;
        const day = teller.day();
        teller.wash(home, teller.at(day, 7 + teller.random.fraction()));
        teller.wash(there, teller.at(teller.random.chance(0.5) ? day + 1 : day, 14 + 4 * teller.random.fraction()));
      }
    },
  },
};

const names = Object.keys(habits);
const total = Object.values(habits).reduce((sum, { share }) => sum + share, 0);

/** Returns a habit by its share of members. */
export function drawHabit(random: Random): string {
  let place = random.fraction() * total;
  return names.find((name) => (place -= habits[name]!.share) < 0) ?? names[0]!;
}

/** Writes the days of an honest member, with what goes wrong at any lane. */
export function liveHonestly(teller: StoryTeller, partner: StoryTeller | null): void {
  const home = teller.random.pick(abuseSites).number;
  habits[teller.story.habit]!.live(teller, home, partner);
  for (const one of partner ? [teller, partner] : [teller]) {
    dropUnreachable(one);
    addMishaps(one, home);
  }
}

function addMishaps(teller: StoryTeller, home: number): void {
  const { random, story } = teller;
  for (const { site, at } of story.washes.slice()) {
    const after = (minutes: number): Date => new Date(at.getTime() + minutes * 60_000);
    // washed again because it was not clean; recorded by two devices; rain in the afternoon
    if (random.chance(0.02)) teller.wash(site, after(random.whole(6, 20)));
    if (random.chance(0.01)) teller.wash(site, after(random.fraction() * 2));
    if (random.chance(0.015)) teller.wash(site, after(random.whole(90, 240)));
  }
  // a lane without the cloud, whose clock is some minutes off
  for (const wash of story.washes) if (random.chance(0.03)) wash.at = new Date(wash.at.getTime() + random.whole(-180_000, 180_000));
  // the code of another member was typed
  if (random.chance(0.02)) teller.wash(random.chance(0.5) ? home : random.pick(abuseSites).number, teller.at(teller.day(), teller.hour()));
}
