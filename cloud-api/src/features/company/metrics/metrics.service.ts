import { monthTotals, type MetricList, type MetricMember } from '@washdesk/contracts/company/metrics';
import { movementKinds, revenueBefore, sumOfTotals, type MonthTotals, type MovementKind } from '@washdesk/rules/company/member-months';
import { monthBounds } from '@washdesk/rules/company/month-bounds';
import { Failure } from '../../../common/failure.ts';
import { cursorOf, pageOf } from '../../../common/page-cursor.ts';
import type { Db } from '../../../db/pool.ts';
import { factsOfAllSites, memberKey, noSite, washCounts } from './member-facts.store.ts';
import { countedSites, membersOf, movementsOf, storedMonths, type ListedMember, type SiteMonth } from './metrics.store.ts';

const pageSize = 50;

export interface ListQuery {
  list: MetricList;
  month: string;
  site?: number | undefined;
  cohort?: string | undefined;
  page?: string | undefined;
}

/** Returns the movements in a list; null for a list of members. */
function kindsOf(list: MetricList): readonly MovementKind[] | null {
  if (list === 'left') return ['voluntary', 'card_failure'];
  if (list === 'failed') return ['recovered', 'unpaid'];
  return movementKinds.filter((kind) => kind === list).length > 0 ? [list as MovementKind] : null;
}

/** The company metrics as last counted, and the members behind each (docs/rules/company.md#metrics). */
export class MetricsService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** @param site undefined means every site */
  async metrics(site: number | undefined) {
    const [stored, sites] = await Promise.all([storedMonths(this.#db, site ?? null), countedSites(this.#db)]);
    const byMonth = new Map<string, MonthTotals[]>();
    for (const { month, totals } of stored) byMonth.set(month, [...(byMonth.get(month) ?? []), monthTotals.parse(totals)]);
    return {
      months: [...byMonth].map(([month, all]) => ({ month, ...sumOfTotals(all) })),
      sites: sites.map(({ site: number, name, at }) => ({ site: number, name, at: at?.toISOString() ?? null })),
    };
  }

  /** Counts a movement of the last counted month, and of the month before */
  async latest(site: number | null, kinds: readonly MovementKind[]): Promise<{ count: number; before: number }> {
    const { months } = await this.metrics(site ?? undefined);
    const membersIn = (month: MonthTotals | undefined): number =>
      kinds.reduce((sum, kind) => sum + (month?.movements[kind].members ?? 0), 0);
    return { count: membersIn(months.at(-1)), before: membersIn(months.at(-2)) };
  }

  /** @throws Failure 404 `month_not_counted` */
  async members(query: ListQuery) {
    const { list, month } = query;
    const site = query.site ?? null;
    const stored = await storedMonths(this.#db, site, month);
    if (stored.length === 0) throw new Failure(404, 'month_not_counted', 'No data for this month yet');
    const totals = sumOfTotals(stored.map((row) => monthTotals.parse(row.totals)));
    const kinds = kindsOf(list);
    const behind = cursorOf(query.page);
    const page = { behind, most: pageSize + 1 };
    if (kinds) {
      const { shown, nextPage } = pageOf(await movementsOf(this.#db, { site, month, kinds, ...page }), pageSize);
      const count = kinds.reduce((sum, kind) => sum + totals.movements[kind].members, 0);
      return { rows: shown.map((row) => view(row, row.amount ?? 0, null)), count, next_page: nextPage };
    }
    const months = await this.#bounds(query);
    const { shown, nextPage } = pageOf(await membersOf(this.#db, { months, anyTime: list === 'washes', ...page }), pageSize);
    return { rows: await this.#withAmounts(shown, months, query), count: countOf(query, totals), next_page: nextPage };
  }

  /** Returns the start and end of the month, and of the cohort's month, at each site. */
  async #bounds({ list, month, site, cohort }: ListQuery): Promise<SiteMonth[]> {
    const sites = (await countedSites(this.#db)).filter((one) => one.at !== null && (site === undefined || one.site === site));
    return sites.map(({ site: number, timeZone, at }) => {
      const { start, end } = monthBounds(month, timeZone, at!);
      const joined = list === 'cohort' && cohort ? monthBounds(cohort, timeZone, at!) : null;
      return {
        site: number,
        timeZone,
        start: new Date(start),
        end: new Date(end),
        joinedFrom: joined && new Date(joined.start),
        joinedBefore: joined && new Date(joined.end),
      };
    });
  }

  /** Adds what these members paid per month at the month's end, and for the list of washes how often they came. */
  async #withAmounts(rows: readonly ListedMember[], months: readonly SiteMonth[], { list, month }: ListQuery): Promise<MetricMember[]> {
    const customers = rows.map(({ customer }) => customer);
    const from = new Date(Math.min(...months.map(({ start }) => start.getTime())));
    const [facts, washes] = await Promise.all([
      rows.length === 0 ? null : factsOfAllSites(this.#db, { customers, from }),
      list === 'washes' ? this.#washes(rows, months, month) : null,
    ]);
    const ends = new Map(months.map(({ site, end }) => [site, end.getTime()]));
    return rows.map((row) => {
      const amount = revenueBefore(facts?.get(memberKey(row))?.plans ?? [], ends.get(row.site) ?? 0);
      return view(row, amount, washes && (washes.get(memberKey(row)) ?? 0));
    });
  }

  /** Counts each member's washes in the month, by `memberKey`, in one query for all sites whose month has the same bounds. */
  async #washes(rows: readonly ListedMember[], months: readonly SiteMonth[], month: string): Promise<Map<string, number>> {
    const alike = Map.groupBy(months, ({ start, end, timeZone }) => `${timeZone} ${start.getTime()} ${end.getTime()}`);
    const known = await Promise.all(
      [...alike.values()].map(async (sites) => {
        const { start, end, timeZone } = sites[0]!;
        const members = rows.filter((row) => sites.some(({ site }) => site === row.site));
        if (members.length === 0) return [];
        const customers = members.map(({ customer }) => customer);
        const counts = await washCounts(this.#db, { customers, from: start, until: end, timeZone });
        const ofMonth = new Map(counts.filter((one) => one.month === month).map((one) => [one.customer, one.washes]));
        return members.map((member) => [memberKey(member), ofMonth.get(member.customer) ?? 0] as const);
      }),
    );
    return new Map(known.flat());
  }
}

function countOf({ list, cohort }: ListQuery, totals: MonthTotals): number {
  if (list === 'washes') return totals.present;
  if (list === 'cohort' && cohort) return totals.cohorts[cohort] ?? 0;
  return totals.closing.members;
}

const view = ({ customer, name, plate, site, created, kind }: ListedMember, amount: number, washes: number | null): MetricMember => ({
  customer,
  name,
  plate,
  site: site === noSite ? null : site,
  at: Math.floor(created.getTime() / 1_000),
  kind,
  amount,
  washes,
});
