import { createRandom, type Random } from '../company/random.ts';
import { storyDays } from './member-story.ts';

export interface SellerStory {
  number: number;
  isManager: boolean;
  planted: 'free-months' | 'refunds' | null;
  /** Days since the beginning, one for each sign-up, free month, refund and day at work. */
  signUps: number[];
  freeMonths: number[];
  refunds: number[];
  workDays: number[];
}

/** Days on which something happens that often per 60 days on average. */
function happened(random: Random, mean: number, days: readonly number[]): number[] {
  let count = 0;
  for (let left = mean; left > 0; left -= 1) if (random.fraction() < Math.min(1, left)) count += 1;
  const spread = count === 0 ? 0 : random.whole(-Math.floor(Math.sqrt(count)), Math.floor(Math.sqrt(count)));
  return Array.from({ length: Math.max(0, count + spread) }, () => random.pick(days));
}

/** Returns the work of the employees of some sites. Honest ones differ by half or twice from each other. */
export function abuseSellers({
  seed,
  cashiers,
  managers,
  plantedOfEach,
}: {
  seed: number;
  cashiers: number;
  managers: number;
  plantedOfEach: number;
}): SellerStory[] {
  const random = createRandom(seed);
  const people = cashiers + managers;
  return Array.from({ length: people }, (_none, index) => {
    const isManager = index >= cashiers;
    const planted = index < plantedOfEach ? 'free-months' : index >= people - plantedOfEach ? 'refunds' : null;
    const own = 2 ** (2 * random.fraction() - 1);
    const workDays = Array.from({ length: storyDays }, (_each, day) => day).filter(() => random.chance(random.chance(0.1) ? 0.3 : 0.7));
    const days = workDays.length === 0 ? [1] : workDays;
    const signUps = happened(random, random.whole(15, 80), days);
    const usualGifts = signUps.length * 0.02 * own;
    const usualRefunds = days.length * (isManager ? 0.3 : 0.03) * own;
    return {
      number: 500 + index,
      isManager,
      planted,
      signUps,
      freeMonths: planted === 'free-months' ? happened(random, random.whole(16, 30), days) : happened(random, usualGifts, days),
      refunds: planted === 'refunds' ? happened(random, random.whole(70, 110), days) : happened(random, usualRefunds, days),
      workDays: days,
    };
  });
}
