import { daysBefore, isoDate } from './calendar.ts';
import { oldClubPlan } from './catalogue.ts';
import { increaseIn } from './increases.ts';
import type { Member, EdgeCase } from './member-model.ts';
import { drawMember, drawPlate, onlineCustomerMetadata, type Pool, type MemberTraits } from './members.ts';
import { emailOf } from './names.ts';
import { onlineSaleMetadata } from './subscriptions.ts';

/** An ordinary long-standing member. Each edge case adds one unusual trait. */
const plain = {
  site: 12,
  productClass: 'Super Kiss',
  planState: 'active',
  usagePattern: 'steady',
  signedUpDaysAgo: 700,
  tagged: true,
  unpaidInvoice: 'nothing',
} as const satisfies MemberTraits;

interface Recipe {
  /** The expected result of typing the code, in one line. */
  says: string;
  make(pool: Pool): Member;
}

const drawn =
  (traits: MemberTraits = {}, change: (member: Member, pool: Pool) => Partial<Member> = () => ({})) =>
  (pool: Pool): Member => {
    const member = drawMember(pool, { ...plain, ...traits });
    return { ...member, ...change(member, pool) };
  };

const withIncrease =
  (months: number) =>
  ({ subscription }: Member, { random, now }: Pool): Partial<Member> => {
    if (!subscription) throw new Error('Price increase needs a subscription');
    return { subscription: increaseIn(random, now, subscription, months) };
  };

const recipes = {
  ordinary: { says: 'active Super Kiss at Joliet: redeem it', make: drawn() },
  otherSite: { says: 'active Super Kiss Plus of Merrillville', make: drawn({ site: 27, productClass: 'Super Kiss Plus' }) },
  interior: { says: 'active Super Interior: the plate ends in HI', make: drawn({ productClass: 'Super Interior' }) },
  nonStripeClub: {
    says: 'no plan at Stripe, but an active old club in Sitewatch',
    make: drawn({ planState: 'no plan' }, (_, { now }) => ({
      club: { planType: oldClubPlan, starts: isoDate(daysBefore(now, 200)), expires: isoDate(daysBefore(now, -150)) },
    })),
  },
  noPlan: { says: 'a customer who never had a plan', make: drawn({ planState: 'no plan', usagePattern: 'none' }) },
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
  cloneSource: { says: 'canceled and cloned to a new profile', make: drawn({ planState: 'canceled' }) },
  cloneTarget: { says: 'the profile that was cloned', make: drawn({ signedUpDaysAgo: 90 }) },
  deleted: { says: 'deleted at Stripe', make: drawn({ planState: 'canceled' }, () => ({ deleted: true })) },
  incompleteOnline: {
    says: 'signed up online, never completed at a register: no tag',
    make: drawn({ productClass: 'Online Offers', signedUpDaysAgo: 5, usagePattern: 'none' }, ({ subscription }) => ({
      tag: null,
      metadata: onlineCustomerMetadata,
      subscription: subscription && { ...subscription, metadata: onlineSaleMetadata(subscription.metadata) },
    })),
  },
  priceIncrease: { says: 'a price increase is due: the receipt prints', make: drawn({}, withIncrease(2)) },
  increaseAcknowledged: {
    says: 'a price increase is due and was acknowledged: no receipt',
    make: drawn({}, (member, pool) => ({
      ...withIncrease(2)(member, pool),
      metadata: { ...member.metadata, scheduleAcknowledged: 'true' },
    })),
  },
  pastDue: { says: "past due: admitted, amber 'Payment due'", make: drawn({ planState: 'past_due' }) },
  discontinued: { says: 'discontinued: runs to the end of the period', make: drawn({ planState: 'discontinued' }) },
  canceled: { says: 'canceled', make: drawn({ planState: 'canceled' }) },
  trialing: { says: 'free for the first month', make: drawn({ planState: 'trialing', signedUpDaysAgo: 20 }) },
  unpaidSignUp: {
    says: 'the first charge failed: incomplete',
    make: drawn({ planState: 'incomplete', signedUpDaysAgo: 20, usagePattern: 'none' }),
  },
  sharedPlateLive: { says: 'the active one of two customers who share a plate', make: drawn() },
  sharedPlateCanceled: { says: 'the canceled one of two customers who share a plate', make: drawn({ planState: 'canceled' }) },
  noUsage: { says: "badge none, trend 'No Usage'", make: drawn({ usagePattern: 'none' }) },
  greenUsage: { says: "badge green, trend 'Stagnant'", make: drawn({ usagePattern: 'steady' }) },
  yellowUsage: { says: 'badge yellow', make: drawn({ usagePattern: 'regular' }) },
  redUsage: { says: 'badge red', make: drawn({ usagePattern: 'heavy' }) },
  risingUsage: { says: "trend 'Rising'", make: drawn({ usagePattern: 'rising' }) },
  fallingUsage: { says: "trend 'Falling'", make: drawn({ usagePattern: 'falling' }) },
  increaseLater: { says: 'a price increase in five months', make: drawn({ productClass: 'Super Kiss Plus' }, withIncrease(5)) },
  taxed: { says: 'sold after the sites introduced sales tax: every invoice shows it', make: drawn({ signedUpDaysAgo: 200 }) },
  openInvoice: { says: 'canceled with the last invoice open: Pay Invoice', make: drawn({ planState: 'canceled', unpaidInvoice: 'open' }) },
  uncollectible: {
    says: 'canceled with the last invoice written off',
    make: drawn({ planState: 'canceled', unpaidInvoice: 'uncollectible' }),
  },
  severalCards: { says: 'three cards, one of them expired, and Link', make: drawn() },
  refunded: { says: 'one charge refunded, one in part, one declined', make: drawn() },
  disputed: { says: 'a dispute that needs a response', make: drawn() },
  disputeReviewed: { says: 'a dispute under review', make: drawn() },
  disputeWon: { says: 'a dispute won', make: drawn() },
  disputeLost: { says: 'a dispute lost: the amount can be collected', make: drawn() },
  disputeCollected: { says: 'a lost dispute whose amount was collected', make: drawn() },
  oldDispute: { says: "a dispute older than four months: no 'Disputed Charges'", make: drawn() },
  manyNotes: { says: 'three pages of notes, the oldest two years old', make: drawn() },
  signed: { says: 'a signed agreement', make: drawn({ signedUpDaysAgo: 40 }) },
  signaturePending: { says: 'an unsigned agreement', make: drawn({ signedUpDaysAgo: 2 }) },
  discounts: { says: 'discounts at both sites', make: drawn() },
  optedOut: { says: 'opted out of texts and e-mails', make: drawn() },
  badEmail: {
    says: 'an e-mail address marked as bad',
    make: drawn({}, ({ metadata }) => ({ metadata: { ...metadata, bademail: 'true' } })),
  },
} satisfies Record<string, Recipe>;

export type EdgeCaseKey = keyof typeof recipes;
type EdgeCaseMembers = Record<EdgeCaseKey, Member>;

export interface EdgeCases {
  members: Member[];
  cases: Record<EdgeCaseKey, EdgeCase>;
}

/** Returns the members that every test and every trainee can rely on. */
export function makeEdgeCases(pool: Pool): EdgeCases {
  const keys = Object.keys(recipes) as EdgeCaseKey[];
  const drawnOnes = Object.fromEntries(keys.map((key) => [key, recipes[key].make(pool)])) as EdgeCaseMembers;
  const members = related(drawnOnes);
  const cases = keys.map((key) => [
    key,
    { customer: members[key].id, code: members[key].plate, tag: members[key].tag, says: recipes[key].says },
  ]);
  return { members: Object.values(members), cases: Object.fromEntries(cases) as Record<EdgeCaseKey, EdgeCase> };
}

/** Adds unusual relations between two members. */
function related(members: EdgeCaseMembers): EdgeCaseMembers {
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
