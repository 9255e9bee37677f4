import { createRandom } from '../company/random.ts';
import { drawHabit, liveHonestly } from './honest-members.ts';
import { StoryTeller, type MemberStory } from './member-story.ts';
import { plants, type MemberKind } from './planted-members.ts';

export interface AbuseOptions {
  seed: number;
  /** The midnight after the last day. */
  now: Date;
  honest: number;
  plantedOfEach: number;
}

export const plantedKinds = Object.keys(plants) as MemberKind[];

/** Returns the stories of all members one by one, so that a large company needs no memory. */
export function* abuseMembers({ seed, now, honest, plantedOfEach }: AbuseOptions): Generator<MemberStory> {
  const random = createRandom(seed);
  let serial = 0;
  const teller = (habit: string, planted: MemberStory['planted'] = null): StoryTeller =>
    new StoryTeller(random.branch(), now, { serial: (serial += 1), habit, planted });
  const everyPlanted = plantedKinds.flatMap((kind) => Array.from({ length: plantedOfEach }, () => kind));
  let lastPlate = 'ZZ99999-IL';
  for (const kind of everyPlanted) {
    // a member of whom nothing else is known has the other plate
    const other = teller('light');
    liveHonestly(other, null);
    yield other.story;
    lastPlate = other.story.plate;
    const one = teller('planted', kind);
    plants[kind](one, lastPlate);
    yield one.story;
  }
  while (serial < honest + everyPlanted.length) {
    const habit = drawHabit(random);
    const one = teller(habit);
    const partner = habit === 'family' ? teller(habit) : null;
    liveHonestly(one, partner);
    yield one.story;
    if (partner) yield partner.story;
  }
}
