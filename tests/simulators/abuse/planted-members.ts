import type { AbuseKind, SellerKind } from '@washdesk/rules/abuse/finding';
import { abuseSites, farApart } from './abuse-sites.ts';
import { drawPlate, storyDays, type StoryTeller } from './member-story.ts';

export type MemberKind = Exclude<AbuseKind, SellerKind>;

const sitesWithCamera = abuseSites.filter(({ hasCamera }) => hasCamera).map(({ number }) => number);

/** @param other a plate of another member */
type Plant = (teller: StoryTeller, other: string) => void;

/** Writes the days of a member who abuses the membership. */
export const plants: Readonly<Record<MemberKind, Plant>> = {
  // two people with one code, at two sites at the same time
  'two-sites': (teller) => {
    const { random } = teller;
    const [here, there] = random.pick(farApart);
    for (let wash = 0; wash < random.whole(4, 10); wash += 1) teller.wash(here, teller.at(teller.day(), teller.hour()));
    for (let pair = 0; pair < random.whole(1, 4); pair += 1) {
      const [day, hour] = [teller.day(), 8 + 10 * random.fraction()];
      teller.wash(here, teller.at(day, hour));
      teller.wash(there, teller.at(day, hour + random.whole(2, 15) / 60));
    }
  },
  // the sticker is on another car as well
  'tag-plate': (teller, other) => {
    const { random } = teller;
    const home = random.pick(sitesWithCamera);
    const car = random.chance(0.5) ? other : drawPlate(random);
    const first = random.whole(0, storyDays - 32);
    const visits = random.whole(5, 9);
    for (let visit = 0; visit < visits; visit += 1) {
      teller.read(home, teller.at(first + Math.floor((visit * 28) / visits), teller.hour()), car);
      if (visit % 2 === 1) teller.wash(home, teller.at(first + Math.floor((visit * 28) / visits) + 1, teller.hour()));
    }
    teller.read(home, teller.at(first + 29, teller.hour()), teller.story.plate);
  },
  // several cars on one plan: seen by cameras, or only by how often and when it washes
  shared: (teller) => {
    const { random, story } = teller;
    const isSeen = random.chance(0.5);
    story.habit = isSeen ? 'cars that cameras see' : 'cars without cameras';
    const home = isSeen ? random.pick(sitesWithCamera) : random.pick(abuseSites).number;
    const cars = [story.plate, ...Array.from({ length: random.whole(2, 4) }, () => drawPlate(random))];
    const perCar = isSeen ? random.whole(8, 14) : random.whole(20, 34);
    for (const car of cars) {
      for (let wash = 0; wash < perCar; wash += 1) {
        const at = teller.at(teller.day(), teller.hour());
        if (isSeen) teller.wash(home, at, car);
        else teller.wash(random.chance(0.8) ? home : 31, at);
      }
    }
  },
  // the plate is changed at the register before each wash of another car
  'plate-changes': (teller) => {
    const { random, story } = teller;
    const home = random.pick(abuseSites).number;
    const cars = [story.plate, ...Array.from({ length: random.whole(1, 3) }, () => drawPlate(random))];
    const changes = random.whole(3, 9);
    for (let change = 1; change <= changes; change += 1) {
      const at = teller.at(Math.floor((change * (storyDays - 5)) / changes), teller.hour());
      teller.change(at, cars[change % cars.length]!);
      teller.wash(home, new Date(at.getTime() + 120_000));
    }
  },
  // the whole family on one Saturday
  'daily-limit': (teller) => {
    const { random } = teller;
    const home = random.pick(abuseSites).number;
    for (let wash = 0; wash < random.whole(4, 10); wash += 1) teller.wash(home, teller.at(teller.day(), teller.hour()));
    for (let day = 0; day < random.whole(1, 4); day += 1) {
      const saturday = random.whole(0, 7) * 7 + 3;
      for (let wash = 0; wash < random.whole(4, 6); wash += 1) teller.wash(home, teller.at(saturday, 8 + wash * 1.6 + random.fraction()));
    }
  },
};
