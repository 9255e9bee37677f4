import { daysBefore, daysIn, monthOf, shiftMonth, type Month } from './calendar.ts';
import type { Member, MonthlyUsage, UsagePattern, Wash } from './member-model.ts';
import type { Employee, Product, Terminal } from './model.ts';
import { uuidAt, type Random } from './random.ts';
import type { Unnumbered } from './sale-numbers.ts';

const completeMonths = 12;
const detailDays = 60;

/** The latest wash is this long before `now`, so that the first redeem is not refused as 'already redeemed'. */
const quietMs = 3_600_000;

/**
 * Opening hours in UTC. Between 14:00 and midnight UTC, the sites have the same date as UTC and are open, in summer and
 * winter. A wash therefore has the same day and month in every time zone.
 */
const openingHourUtc = 14;
const closingHourUtc = 24;

export interface Usage {
  monthly: MonthlyUsage[];
  /** The washes without sale numbers. */
  washes: Unnumbered<Wash>[];
}

interface Lanes {
  terminals: readonly Terminal[];
  employees: readonly Employee[];
  products: readonly Product[];
}

/**
 * Generates twelve complete months and the current one. Monthly returns are counted from the same times as the washes of the last sixty
 * days, so that summary and detail agree.
 */
export function makeUsage(random: Random, now: Date, members: readonly Member[], lanes: Lanes): Usage {
  const monthly: MonthlyUsage[] = [];
  const washes: Unnumbered<Wash>[] = [];
  const detailFrom = daysBefore(now, detailDays).toISOString();
  const quietSince = new Date(now.getTime() - quietMs).toISOString();
  for (const member of members) {
    const plan = planOf(member, lanes.products);
    if (!plan) continue;
    const until = washesEnd(member, quietSince);
    for (let monthsAgo = completeMonths; monthsAgo >= 0; monthsAgo -= 1) {
      const month = shiftMonth(monthOf(now), -monthsAgo);
      const instants = instantsIn(random, month, returnsWanted(random, member.usagePattern, monthsAgo)).filter(
        (at) => at > member.created && at < until,
      );
      if (instants.length > 0) monthly.push({ ...month, customer: member.id, plan, returns: instants.length });
      for (const at of instants) if (at >= detailFrom) washes.push(washAt(random, member, plan, at, lanes));
    }
  }
  return { monthly, washes };
}

/** Returns the name of the plan with which a member washes. */
export const planOf = ({ club }: Member, products: readonly Product[]): string | undefined =>
  products.find(({ sitewatchPlan }) => sitewatchPlan === club?.planType)?.name ?? club?.planType;

/** Returns the number of visits of a usage pattern `monthsAgo` months ago. Six months are one half of the trend. */
function returnsWanted(random: Random, pattern: UsagePattern, monthsAgo: number): number {
  const recent = monthsAgo <= 6;
  switch (pattern) {
    case 'none':
      return 0;
    case 'light':
      return random.whole(1, 3);
    case 'steady':
      return 2;
    case 'regular':
      return random.whole(4, 5);
    case 'heavy':
      return random.whole(6, 9);
    case 'rising':
      return recent ? random.whole(4, 6) : random.whole(1, 2);
    case 'falling':
      return recent ? random.whole(1, 2) : random.whole(4, 6);
    case 'mixed':
      return random.whole(0, 6);
  }
}

/** Returns wash times, at most one per day. */
function instantsIn(random: Random, month: Month, count: number): string[] {
  const days = new Set<number>();
  while (days.size < count) days.add(random.whole(1, daysIn(month)));
  return [...days].map((day) => {
    const seconds = random.whole(openingHourUtc * 3600, closingHourUtc * 3600 - 1);
    return new Date(Date.UTC(month.year, month.month - 1, day) + seconds * 1000 + random.whole(0, 999)).toISOString();
  });
}

/** Returns the latest possible time of a member's last wash; a canceled plan ends the washes. */
function washesEnd({ subscription }: Member, quietSince: string): string {
  const canceledAt = subscription?.status === 'canceled' ? subscription.canceledAt : null;
  return canceledAt !== null && canceledAt < quietSince ? canceledAt : quietSince;
}

function washAt(random: Random, member: Member, plan: string, at: string, { terminals, employees }: Lanes): Unnumbered<Wash> {
  const elsewhere = random.chance(0.08);
  const choices = terminals.filter(({ site, type }) => type === 'W' && (site === member.site) !== elsewhere);
  const terminal = random.pick(choices);
  return {
    id: uuidAt(random, at),
    customer: member.id,
    code: member.tag !== null && random.chance(0.6) ? member.tag : member.plate,
    site: terminal.site,
    terminal: terminal.name,
    employee: random.pick(employees).number,
    plan,
    at,
  };
}
