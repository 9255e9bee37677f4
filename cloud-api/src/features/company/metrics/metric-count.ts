import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { monthTotals } from '@washdesk/contracts/company/metrics';
import {
  addMember,
  memberMonth,
  memberSpans,
  noTotals,
  metricsVersion,
  type MemberFacts,
  type MonthTotals,
} from '@washdesk/rules/company/member-months';
import { monthBounds, monthsUntil } from '@washdesk/rules/company/month-bounds';
import { siteDate } from '@washdesk/rules/dates/dates';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import { memberFacts, washCounts } from './member-facts.store.ts';
import {
  addMovements,
  addSites,
  beginRun,
  countedSince,
  customersBehind,
  finishRun,
  replaceSpans,
  saveProgress,
  takeDueSite,
  takeRun,
  type MovementRow,
  type MetricRun,
  type SpanRow,
} from './metric-run.store.ts';

const customersAtOnce = 500;
const minuteMs = 60_000;
const countedAgainAfterMs = 30 * minuteMs;
/** Number of previous months recounted every time, because failed payments are made up in them. */
const recentMonths = 3;
/** Interval at which all months are recounted, for late reports by Stripe. */
const allMonthsAfterMs = 7 * 24 * 60 * minuteMs;

const storedTotals = z.record(z.string(), monthTotals);

/**
 * Counts the metrics of every site (docs/decisions/0035-metrics.md). Each page of customers is stored with position and sums in
 * one transaction, so that any process can resume where another was killed.
 */
export class MetricCount {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #pageSize: number;

  constructor({ db, clock, pageSize = customersAtOnce }: { db: Db; clock: Clock; pageSize?: number }) {
    this.#db = db;
    this.#clock = clock;
    this.#pageSize = pageSize;
  }

  /** @returns the amount of work done; 0 lets the loop rest */
  async round(): Promise<number> {
    const isCounting = await this.#db.transaction().execute(async (tx) => {
      const run = await takeRun(tx, metricsVersion);
      if (run) await countPage(tx, run, this.#pageSize);
      return run !== null;
    });
    if (isCounting) return 1;
    await addSites(this.#db);
    return (await this.#db.transaction().execute((tx) => this.#begin(tx))) ? 1 : 0;
  }

  /** @returns whether a site was due */
  async #begin(tx: Tx): Promise<boolean> {
    const now = this.#clock.now();
    const before = (ms: number): Date => new Date(now.getTime() - ms);
    const due = await takeDueSite(tx, { version: metricsVersion, now, countedBefore: before(countedAgainAfterMs) });
    if (!due) return false;
    const { site, timeZone } = due;
    const all = monthsUntil(now, timeZone);
    const counted = new Set(await countedSince(tx, { site, version: metricsVersion, since: before(allMonthsAfterMs), now }));
    const recent = all.slice(-recentMonths);
    const months = all.every((month) => counted.has(month) || recent.includes(month)) ? recent : all;
    const totals = Object.fromEntries(months.map((month) => [month, noTotals()]));
    await beginRun(tx, { site, pass: randomUUID(), version: metricsVersion, now, months, totals });
    return true;
  }
}

async function countPage(tx: Tx, run: MetricRun, pageSize: number): Promise<void> {
  const { site, countedAt, timeZone, behind } = run;
  const customers = await customersBehind(tx, site, behind, pageSize);
  const upTo = customers.length < pageSize ? null : customers.at(-1)!;
  const months = run.months.map((month) => ({ month, bounds: monthBounds(month, timeZone, countedAt) }));
  const from = new Date(months[0]?.bounds.start ?? countedAt);
  const facts = await memberFacts(tx, { site, customers, from });
  const washes = new Map(
    (await washCounts(tx, { customers, from, until: countedAt, timeZone })).map((row) => [`${row.customer} ${row.month}`, row.washes]),
  );
  const totals = storedTotals.parse(run.totals);
  const shown = new Set(monthsUntil(countedAt, timeZone));
  const spans: SpanRow[] = [];
  const movements: MovementRow[] = [];
  for (const [customer, member] of facts) {
    const counted = countMember(member, { months, totals, shown, timeZone, washesIn: (month) => washes.get(`${customer} ${month}`) ?? 0 });
    spans.push(...counted.spans.map((span) => ({ customer, ...span })));
    movements.push(...counted.movements.map(({ bill, ...movement }) => ({ customer, ...movement, id: bill ?? customer })));
  }
  await replaceSpans(tx, { site, behind, upTo, spans });
  if (movements.length > 0) await addMovements(tx, run, movements);
  if (upTo === null) await finishRun(tx, { ...run, totals }, { version: metricsVersion, oldest: [...shown][0]! });
  else await saveProgress(tx, { site, behind: upTo, totals });
}

interface Counting {
  months: readonly { month: string; bounds: { start: number; end: number } }[];
  /** The totals to which the member is added. */
  totals: Record<string, MonthTotals>;
  /** The months whose sign-ups are shown as cohorts. */
  shown: ReadonlySet<string>;
  timeZone: string;
  washesIn: (month: string) => number;
}

/** Adds a member to the totals of each month. @returns their member spans, and their movements of each month */
function countMember(facts: MemberFacts, { months, totals, shown, timeZone, washesIn }: Counting) {
  const spans = memberSpans(facts.plans);
  const joined = new Date(spans[0]?.begins ?? 0);
  const signedUp = siteDate(joined, timeZone).slice(0, 7);
  const cohort = shown.has(signedUp) ? signedUp : null;
  const movements = months.flatMap(({ month, bounds }) => {
    const ofMonth = memberMonth(facts, spans, bounds);
    const total = totals[month];
    if (total) addMember(total, ofMonth, { cohort, washes: washesIn(month) });
    return ofMonth.movements.map(({ at, ...movement }) => ({ ...movement, month, at: new Date(at) }));
  });
  const rows = spans.map(({ begins, ends }) => ({ begins: new Date(begins), ends: ends === null ? null : new Date(ends), joined }));
  return { spans: rows, movements };
}
