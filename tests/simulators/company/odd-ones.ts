import { firstOfNextMonth } from '@washdesk/rules/billing-instant';
import { daysBefore } from './calendar.ts';
import { oldClubPlan } from './catalogue.ts';
import { drawMember, drawPlate, type Pool, type Wish } from './members.ts';
import { emailOf } from './names.ts';
import { stripeId } from './random.ts';
import type { Member, OddCase } from './member-model.ts';

/** A long-standing member of the plainest kind, on whom one oddity stands out. */
const plain = {
  site: 12,
  productClass: 'Super Kiss',
  standing: 'active',
  usagePattern: 'steady',
  signedUpDaysAgo: 700,
  tagged: true,
} as const satisfies Wish;

interface Recipe {
  /** What a person who types the code should expect, in one line. */
  says: string;
  make(pool: Pool): Member;
}

const drawn =
  (wish: Wish = {}, change: (member: Member, pool: Pool) => Partial<Member> = () => ({})) =>
  (pool: Pool): Member => {
    const member = drawMember(pool, { ...plain, ...wish });
    return { ...member, ...change(member, pool) };
  };

const recipes = {
  ordinary: { says: 'active Super Kiss at Joliet: redeem it', make: drawn() },
  otherSite: { says: 'active Super Kiss Plus of Merrillville', make: drawn({ site: 27, productClass: 'Super Kiss Plus' }) },
  interior: { says: 'active Super Interior: the plate ends in HI', make: drawn({ productClass: 'Super Interior' }) },
  nonStripeClub: {
    says: 'no plan at Stripe, but an old club in Sitewatch that still runs',
    make: drawn({ standing: 'no plan' }, (_, { now }) => ({
      club: { planType: oldClubPlan, starts: isoDate(daysBefore(now, 200)), expires: isoDate(daysBefore(now, -150)) },
    })),
  },
  noPlan: { says: 'a customer who never had a plan', make: drawn({ standing: 'no plan', usagePattern: 'none' }) },
  manyCodes: {
    says: 'four active codes in Sitewatch: more than 2 warns',
    make: drawn({}, (_, pool) => ({ extraCodes: [drawPlate(pool, 'IL'), drawPlate(pool, 'IN')] })),
  },
  disabledCode: { says: "an old plate switched off with '~'", make: drawn({}, (_, pool) => ({ disabledCodes: [drawPlate(pool, 'IL')] })) },
  attentionNote: { says: 'a note that pops up', make: drawn() },
  accentedName: {
    says: 'a name with accents: Sørensen, Zoë',
    make: drawn({}, () => ({ firstName: 'Zoë', lastName: 'Sørensen', name: 'Sørensen, Zoë', email: emailOf('Zoe', 'Sorensen', 1) })),
  },
  cloneSource: { says: 'canceled and cloned to a new profile', make: drawn({ standing: 'canceled' }) },
  cloneTarget: { says: 'the profile that was cloned', make: drawn({ signedUpDaysAgo: 90 }) },
  deleted: { says: 'deleted at Stripe', make: drawn({ standing: 'canceled' }, () => ({ deleted: true })) },
  incompleteOnline: {
    says: 'signed up online, never completed at a register: no tag',
    make: drawn({ productClass: 'Online Offers', signedUpDaysAgo: 5, usagePattern: 'none' }, ({ subscription }) => ({
      tag: null,
      metadata: { createdOnline: 'true', incomplete: 'true' },
      subscription: subscription && { ...subscription, metadata: { ...subscription.metadata, incomplete: 'true' } },
    })),
  },
  priceIncrease: { says: 'a price increase is due: the receipt prints', make: drawn({}, withIncrease) },
  increaseAcknowledged: {
    says: 'a price increase is due and was acknowledged: no receipt',
    make: drawn({}, (member, pool) => ({
      ...withIncrease(member, pool),
      metadata: { ...member.metadata, scheduleAcknowledged: 'true' },
    })),
  },
  pastDue: { says: "past due: admitted, amber 'Payment due'", make: drawn({ standing: 'past_due' }) },
  discontinued: { says: 'discontinued: runs to the end of the period', make: drawn({ standing: 'discontinued' }) },
  canceled: { says: 'canceled', make: drawn({ standing: 'canceled' }) },
  trialing: { says: 'free for the first month', make: drawn({ standing: 'trialing', signedUpDaysAgo: 20 }) },
  unpaidSignUp: {
    says: 'the first charge failed: incomplete',
    make: drawn({ standing: 'incomplete', signedUpDaysAgo: 20, usagePattern: 'none' }),
  },
  sharedPlateLive: { says: 'the live one of two customers with one plate', make: drawn() },
  sharedPlateCanceled: { says: 'the canceled one of two customers with one plate', make: drawn({ standing: 'canceled' }) },
  noUsage: { says: "badge none, trend 'No Usage'", make: drawn({ usagePattern: 'none' }) },
  greenUsage: { says: "badge green, trend 'Stagnant'", make: drawn({ usagePattern: 'steady' }) },
  yellowUsage: { says: 'badge yellow', make: drawn({ usagePattern: 'regular' }) },
  redUsage: { says: 'badge red', make: drawn({ usagePattern: 'heavy' }) },
  risingUsage: { says: "trend 'Rising'", make: drawn({ usagePattern: 'rising' }) },
  fallingUsage: { says: "trend 'Falling'", make: drawn({ usagePattern: 'falling' }) },
} satisfies Record<string, Recipe>;

export type OddKey = keyof typeof recipes;
type OddMembers = Record<OddKey, Member>;

export interface OddOnes {
  members: Member[];
  cases: Record<OddKey, OddCase>;
}

/** The members every test and every trainee can rely on. */
export function makeOddOnes(pool: Pool): OddOnes {
  const keys = Object.keys(recipes) as OddKey[];
  const drawnOnes = Object.fromEntries(keys.map((key) => [key, recipes[key].make(pool)])) as OddMembers;
  const members = related(drawnOnes);
  const cases = keys.map((key) => [
    key,
    { customer: members[key].id, code: members[key].plate, tag: members[key].tag, says: recipes[key].says },
  ]);
  return { members: Object.values(members), cases: Object.fromEntries(cases) as Record<OddKey, OddCase> };
}

/** Oddities between two members. */
function related(members: OddMembers): OddMembers {
  const { cloneSource, cloneTarget, sharedPlateLive, sharedPlateCanceled } = members;
  return {
    ...members,
    cloneSource: { ...cloneSource, metadata: { ...cloneSource.metadata, clonedTo: cloneTarget.id } },
    cloneTarget: {
      ...cloneTarget,
      firstName: cloneSource.firstName,
      lastName: cloneSource.lastName,
      name: cloneSource.name,
      metadata: { ...cloneTarget.metadata, clonedFrom: cloneSource.id },
    },
    sharedPlateCanceled: { ...sharedPlateCanceled, plate: sharedPlateLive.plate },
  };
}

/** A schedule whose last phase starts in the future is what makes an increase due (customer-detail section 4). */
function withIncrease({ subscription }: Member, { random, now }: Pool): Partial<Member> {
  if (!subscription) throw new Error('only a subscription can have a price increase');
  const startsAt = firstOfNextMonth(firstOfNextMonth(now)).toISOString();
  return {
    subscription: {
      ...subscription,
      increase: { scheduleId: stripeId(random, 'sub_sched'), priceId: `${subscription.priceId}_next`, startsAt },
    },
  };
}

function isoDate(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
