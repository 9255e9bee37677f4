import { dayMs } from './calendar.ts';
import type { Member, MonthlyUsage, Wash } from './member-model.ts';
import type { Employee, Product, Terminal } from './model.ts';
import { createRandom, uuidAt, type Random } from './random.ts';
import type { Unnumbered } from './sale-numbers.ts';
import { planOf } from './usage.ts';

/** A tag that an antenna read, with the plate that a camera read in the same lane. */
export interface LaneRead {
  customer: string;
  site: number;
  at: string;
  tag: string;
  plate: string;
}

export interface PlateChange {
  customer: string;
  at: string;
  from: string;
  to: string;
  employee: number;
}

export interface GivenMonth {
  customer: string;
  employee: number;
  site: number;
  at: string;
}

/** What some members and one employee do so that `/admin/abuse` has content. */
export interface PlantedAbuse {
  washes: Unnumbered<Wash>[];
  reads: LaneRead[];
  plateChanges: PlateChange[];
  freeMonths: GivenMonth[];
}

interface Company {
  now: Date;
  seed: number;
  terminals: readonly Terminal[];
  employees: readonly Employee[];
  products: readonly Product[];
}

const [here, there] = [12, 27];
const generous = 203;
const lettersOfPlate = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const plateOf = (random: Random): string => `${random.characters(3, lettersOfPlate)}${random.whole(1_000, 9_999)}-IL`;
const oldEnough = 90 * dayMs;

/** Plants abuse among ordinary members; none in a company that is too small. */
export function plantAbuse(members: readonly Member[], company: Company): PlantedAbuse {
  const random = createRandom(company.seed + 134);
  const planted: PlantedAbuse = { washes: [], reads: [], plateChanges: [], freeMonths: [] };
  const suspects = members.filter(
    ({ site, tag, subscription, created, club }) =>
      site === here &&
      tag !== null &&
      club !== null &&
      subscription?.status === 'active' &&
      Date.parse(created) < company.now.getTime() - oldEnough,
  );
  if (suspects.length < 8) return planted;
  const [often, once, borrowed, lender, many, seen, changing, family] = suspects as [Member, ...Member[]] & Member[];
  /** An instant of a day at which both sites are open and have the date of UTC. */
  const at = (daysAgo: number, hour: number): string => {
    const midnight = new Date(company.now.getTime() - daysAgo * dayMs).setUTCHours(0, 0, 0, 0);
    return new Date(midnight + hour * 3_600_000 + random.whole(0, 59_999)).toISOString();
  };
  const wash = (member: Member, instant: string, { site = here, code = member.tag ?? member.plate } = {}): void => {
    const terminal = random.pick(company.terminals.filter((one) => one.site === site && one.type === 'W'));
    const row = { id: uuidAt(random, instant), customer: member.id, code, site, terminal: terminal.name, at: instant };
    planted.washes.push({
      ...row,
      employee: random.pick(company.employees).number,
      plan: planOf(member, company.products) ?? 'Super Kiss',
    });
  };
  const read = ({ id, tag }: Member, instant: string, plate: string): void => {
    planted.reads.push({ customer: id, site: here, at: instant, tag: tag ?? '', plate });
  };

  for (const [daysAgo, hour, apart] of [
    [4, 17, 0.15],
    [11, 21, 0.1],
    [19, 16, 0.25],
  ] as const) {
    wash(often, at(daysAgo, hour));
    wash(often, at(daysAgo, hour + apart), { site: there, code: often.plate });
  }
  wash(once!, at(6, 18));
  wash(once!, at(6, 18.2), { site: there });
  for (const daysAgo of [3, 8, 12, 17, 23]) read(borrowed!, at(daysAgo, 19), lender!.plate);
  read(borrowed!, at(2, 16), borrowed!.plate);
  for (let daysAgo = 2; daysAgo < 30; daysAgo += 2)
    for (const hour of [15, 17 + (daysAgo % 7)]) wash(many!, at(daysAgo, hour + random.fraction() / 2));
  const cars = [seen!.plate, plateOf(random), plateOf(random), plateOf(random)];
  for (const [place, car] of cars.entries()) for (const daysAgo of [3, 10, 18]) read(seen!, at(daysAgo + place, 20), car);
  const plates = [plateOf(random), plateOf(random), plateOf(random), plateOf(random), plateOf(random), changing!.plate];
  for (let place = 1; place < plates.length; place += 1) {
    const [daysAgo, code] = [50 - place * 9, plates[place]!];
    planted.plateChanges.push({ customer: changing!.id, at: at(daysAgo, 18), from: plates[place - 1]!, to: code, employee: 201 });
    wash(changing!, at(daysAgo, 18.1), { code });
  }
  for (const hour of [15, 16.5, 18, 20, 22]) wash(family!, at(9, hour), { code: family!.plate });
  for (let gift = 0; gift < 16; gift += 1) {
    const instant = at(2 + gift * 3, 20);
    planted.freeMonths.push({ customer: random.pick(suspects).id, employee: generous, site: here, at: instant });
  }
  return planted;
}

/** Returns the monthly usage with the washes added. */
export function withWashes(monthly: readonly MonthlyUsage[], washes: readonly Unnumbered<Wash>[]): MonthlyUsage[] {
  const rows = new Map(monthly.map((row) => [`${row.customer} ${row.year} ${row.month} ${row.plan}`, { ...row }]));
  for (const { customer, at, plan } of washes) {
    const [year, month] = [Number(at.slice(0, 4)), Number(at.slice(5, 7))];
    const key = `${customer} ${year} ${month} ${plan}`;
    const row = rows.get(key);
    if (row) row.returns += 1;
    else rows.set(key, { customer, year, month, plan, returns: 1 });
  }
  return [...rows.values()];
}
