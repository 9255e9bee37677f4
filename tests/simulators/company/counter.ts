import { dayMs } from './calendar.ts';
import { payWithCard } from './card-payments.ts';
import { retailItems } from './catalogue.ts';
import type { EdgeCaseKey } from './edge-cases.ts';
import type { Member, EdgeCase, Wash } from './member-model.ts';
import type { Employee, Site, Terminal } from './model.ts';
import type { CardPayment, Discount, RegisterSale } from './payment-model.ts';
import type { Random } from './random.ts';
import { byTime, saleNumbers, type Unnumbered } from './sale-numbers.ts';
import { keptPayment, edgeCaseOutcomes, type DisputeOutcome, type SaleOutcome } from './sale-outcomes.ts';

/** The share of members, and of customers without a membership, who buy at the counter. */
const buyers = 0.06;
const passersBy = 150;
const oldestDays = 300;
const openingHour = 14;
const openHours = 9;

const discounts: readonly Omit<Discount, 'saved'>[] = [
  { type: 'COUPON', description: '$3 off any wash' },
  { type: 'MILITARY', description: 'Thank you for your service' },
  { type: 'REWASH', description: 'Rewash within 48 hours' },
];
const savedCents = 300;

const extra = { name: 'AIR FRESHENER', cents: 300 };
/** Items that can be discounted. */
const mainItems = retailItems.filter(({ name }) => name !== extra.name);

export interface Counter {
  washes: Wash[];
  sales: RegisterSale[];
  payments: CardPayment[];
}

interface Place {
  now: Date;
  sites: readonly Site[];
  terminals: readonly Terminal[];
  employees: readonly Employee[];
}

interface Visit {
  member: Member | null;
  daysAgo: number;
  outcome: SaleOutcome;
}

type NewSale = Unnumbered<RegisterSale>;

/** Generates the register sales other than plan washes, with the outcomes of their card payments. */
export function makeCounter(
  random: Random,
  place: Place,
  members: readonly Member[],
  edgeCases: Record<EdgeCaseKey, EdgeCase>,
  washes: readonly Unnumbered<Wash>[],
): Counter {
  const visits = [
    ...edgeCaseVisits(random, members, edgeCases),
    ...otherVisits(random, place.now, members, edgeCases),
    ...visitsOfNonMembers(random),
  ];
  const rung = visits.map((visit) => ({ visit, sale: ringUp(random, place, visit) }));
  const numberOf = saleNumbers([...washes, ...rung.map(({ sale }) => sale)]);
  const numbered = rung.map(({ visit, sale }) => ({ visit, sale: { ...sale, saleId: numberOf(sale) } }));
  return {
    washes: washes.toSorted(byTime).map((wash) => ({ ...wash, saleId: numberOf(wash) })),
    sales: numbered.map(({ sale }) => sale).toSorted(byTime),
    payments: numbered.flatMap(({ visit: { member, outcome }, sale }) =>
      member ? payWithCard(random, place.now, sale, member, outcome) : [],
    ),
  };
}

function edgeCaseVisits(random: Random, members: readonly Member[], edgeCases: Record<EdgeCaseKey, EdgeCase>): Visit[] {
  return (Object.keys(edgeCaseOutcomes) as EdgeCaseKey[]).flatMap((key) => {
    const member = members.find(({ id }) => id === edgeCases[key].customer) ?? null;
    return (edgeCaseOutcomes[key] ?? []).map((outcome) => ({ member, daysAgo: daysAgoOf(random, outcome.dispute, 100), outcome }));
  });
}

/** A dispute arrives some weeks after the sale. */
const daysAgoOf = (random: Random, dispute: DisputeOutcome | null, atMost: number): number =>
  dispute ? dispute.openedDaysAgo + random.whole(10, 30) : random.whole(1, atMost);

function otherVisits(random: Random, now: Date, members: readonly Member[], edgeCases: Record<EdgeCaseKey, EdgeCase>): Visit[] {
  const special = new Set(Object.values(edgeCases).map(({ customer }) => customer));
  return members.flatMap((member) => {
    const age = Math.floor((now.getTime() - Date.parse(member.created)) / dayMs);
    const outcome = drawOutcome(random);
    const daysAgo = daysAgoOf(random, outcome.dispute, oldestDays);
    const can = random.chance(buyers) && member.card && !member.deleted && !special.has(member.id) && daysAgo < age;
    return can ? [{ member, daysAgo, outcome }] : [];
  });
}

function drawOutcome(random: Random): SaleOutcome {
  const outcome = { ...keptPayment, discounted: random.chance(0.3), elsewhere: random.chance(0.1) };
  const chance = random.whole(1, 100);
  if (chance <= 10) return { ...outcome, money: 'refunded' };
  if (chance <= 20) return { ...outcome, money: 'partlyRefunded' };
  if (chance <= 28) return { ...outcome, money: 'declined' };
  if (chance > 36) return outcome;
  const status = random.pick(['needs_response', 'under_review', 'won', 'lost'] as const);
  const openedDaysAgo = status === 'needs_response' ? random.whole(1, 6) : random.whole(15, 260);
  return { ...outcome, dispute: { status, openedDaysAgo, recovered: status === 'lost' && random.chance(0.4) } };
}

const visitsOfNonMembers = (random: Random): Visit[] =>
  Array.from({ length: passersBy }, () => ({
    member: null,
    daysAgo: random.whole(1, 60),
    outcome: { ...keptPayment, discounted: random.chance(0.1), elsewhere: false },
  }));

function ringUp(random: Random, { now, sites, terminals, employees }: Place, { member, daysAgo, outcome }: Visit): NewSale {
  const home = member ? member.site : random.pick(sites).number;
  const here = sites.find(({ number }) => (number === home) !== outcome.elsewhere);
  const site = here?.number ?? home;
  const terminal = random.pick(terminals.filter((each) => each.site === site && each.type !== 'X'));
  const first = random.pick(mainItems);
  const lines = [{ item: first.name, amount: first.cents }];
  if (random.chance(0.2)) lines.push({ item: extra.name, amount: extra.cents });
  const saved = outcome.discounted ? savedCents : 0;
  const net = lines.reduce((sum, { amount }) => sum + amount, 0) - saved;
  const tax = Math.round((net * (here?.taxRate?.percentage ?? 0)) / 100);
  return {
    site,
    terminal: terminal.name,
    employee: random.pick(employees).number,
    at: openHoursOf(random, now, daysAgo),
    customer: member?.id ?? null,
    code: member?.plate ?? null,
    lines,
    discount: outcome.discounted ? { ...random.pick(discounts), saved } : null,
    tax,
    total: net + tax,
    voided: member === null && random.chance(0.05),
  };
}

function openHoursOf(random: Random, now: Date, daysAgo: number): string {
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs - daysAgo * dayMs;
  return new Date(midnight + openingHour * 3_600_000 + random.whole(0, openHours * 3_600_000 - 1)).toISOString();
}
