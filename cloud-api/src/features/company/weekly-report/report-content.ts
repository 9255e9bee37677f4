import type { Overview } from '@washdesk/contracts/company/overview';
import type { EmployeeReductions, Revenue, RevenueAmounts } from '@washdesk/contracts/company/revenue';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { overviewLine, overviewName } from '@washdesk/rules/company/overview';
import { formatDateUs, siteDate } from '@washdesk/rules/dates/dates';
import type { Period } from '@washdesk/rules/dates/periods';
import { sellerTitle } from '@washdesk/rules/plans/plan-sales';
import { counted, grouped } from '@washdesk/rules/text/counts';
import type { NamedSite } from '../../../db/named-sites.ts';
import type { MemberFigures } from './weekly-report.store.ts';

export interface WeekFigures {
  revenue: Revenue;
  members: readonly MemberFigures[];
}

interface ReportFacts {
  week: Period;
  sites: readonly NamedSite[];
  /** The company's time zone. */
  timeZone: string;
  figures: WeekFigures;
  before: WeekFigures;
  overview: Overview;
  publicUrl: string;
}

/** A figure beside that of the week before. */
interface Cell {
  title: string;
  value: string;
  before: string;
}

export interface FigureRow {
  name: string;
  cells: readonly Cell[];
}

export interface ReportLine {
  text: string;
  link: string | null;
}

interface ReportSection {
  title: string;
  /** The screen with the details; null if every line has its own. */
  link: string | null;
  /** The last row is the sum of all. */
  rows: readonly FigureRow[];
  lines: readonly ReportLine[];
}

/** The report, before it is text or HTML. It names employees and no customer. */
export interface Report {
  title: string;
  period: string;
  sections: readonly ReportSection[];
  note: string;
  settings: string;
}

const mostEmployees = 15;

export function reportContent(facts: ReportFacts): Report {
  const { week, figures, before, publicUrl } = facts;
  const link = (path: string): string => new URL(path, publicUrl).href;
  const days = `?from=${week.from}&to=${week.to}`;
  const period = periodTitle(week);
  return {
    title: `Weekly report: ${period}`,
    period,
    sections: [
      { title: 'Revenue', link: link(`/office/revenue${days}`), rows: rowsOf(facts, figures.revenue, before.revenue), lines: [] },
      { title: 'Members', link: link(`/office/sales${days}`), rows: memberRows(facts), lines: [] },
      {
        title: 'Refunds and discounts by employee',
        link: link(`/office/revenue${days}`),
        rows: [],
        lines: employeeLines(figures.revenue.employees),
      },
      { title: 'Needs attention', link: null, rows: [], lines: attentionLines(facts, link) },
    ],
    note: 'Amounts include tax. Days are those of each site. Needs attention is as of when this report was made.',
    settings: link('/admin/settings'),
  };
}

const range = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

/** Formats a period: 'Nov 16 – 22, 2026'. */
const periodTitle = ({ from, to }: Period): string => range.formatRange(Date.parse(from), Date.parse(to)).replaceAll('\u2009', ' ');

const noSite = 'No site';
const allSites = 'All sites';

function siteTitle({ sites }: ReportFacts, site: number | null): string {
  return site === null ? noSite : (sites.find(({ number }) => number === site)?.name ?? `Site ${site}`);
}

const noAmounts: RevenueAmounts = { memberships: 0, sales: 0, refunds: 0 };

function moneyCells(now: RevenueAmounts, before: RevenueAmounts): Cell[] {
  const charges = ({ memberships, sales }: RevenueAmounts): number => memberships + sales;
  const figures: [string, (amounts: RevenueAmounts) => number][] = [
    ['Charges', charges],
    ['Refunds', ({ refunds }) => refunds],
    ['Net', (amounts) => charges(amounts) - amounts.refunds],
  ];
  return figures.map(([title, of]) => ({ title, value: centsToDollars(of(now)), before: centsToDollars(of(before)) }));
}

function rowsOf(facts: ReportFacts, now: Revenue, before: Revenue): FigureRow[] {
  const of = (revenue: Revenue, site: number | null): RevenueAmounts => revenue.sites.find((one) => one.site === site) ?? noAmounts;
  return [
    ...sitesOf(now.sites, before.sites).map((site) => ({
      name: siteTitle(facts, site),
      cells: moneyCells(of(now, site), of(before, site)),
    })),
    { name: allSites, cells: moneyCells(now.total, before.total) },
  ];
}

const noMembers = { signUps: 0, ended: 0, washes: 0 };

function memberRows(facts: ReportFacts): FigureRow[] {
  const [now, before] = [facts.figures.members, facts.before.members];
  const figures = [
    ['Sign-ups', 'signUps'],
    ['Ended plans', 'ended'],
    ['Washes', 'washes'],
  ] as const;
  const row = (name: string, of: (members: readonly MemberFigures[]) => readonly Omit<MemberFigures, 'site'>[]): FigureRow => ({
    name,
    cells: figures.map(([title, figure]) => {
      const sum = (members: readonly MemberFigures[]): string => grouped(of(members).reduce((total, one) => total + one[figure], 0));
      return { title, value: sum(now), before: sum(before) };
    }),
  });
  const known = facts.sites.map(({ number }) => ({ site: number, ...noMembers }));
  return [
    ...sitesOf([...known, ...now], before).map((site) =>
      row(siteTitle(facts, site), (members) => members.filter((one) => one.site === site)),
    ),
    row(allSites, (members) => members),
  ];
}

/** Returns the sites of both weeks; null, which stands for none, is last. */
function sitesOf(...weeks: readonly (readonly { site: number | null }[])[]): (number | null)[] {
  const sites = new Set(weeks.flat().map(({ site }) => site));
  return [...sites].toSorted((one, other) => (one ?? Infinity) - (other ?? Infinity));
}

function employeeLines(employees: readonly EmployeeReductions[]): ReportLine[] {
  if (employees.length === 0) return [{ text: 'No refunds or discounts.', link: null }];
  const lines = employees.slice(0, mostEmployees).map((employee) => `${sellerTitle(employee)}: ${reductions(employee)}`);
  const others = employees.length - lines.length;
  return [...lines, ...(others > 0 ? [counted(others, 'more employee')] : [])].map((text) => ({ text, link: null }));
}

function reductions({ refunds, refunded, changedAmounts, reduced, ...gifts }: EmployeeReductions): string {
  const parts: [number, string][] = [
    [refunds, `${counted(refunds, 'refund')} (${centsToDollars(refunded)})`],
    [changedAmounts, `${counted(changedAmounts, 'changed amount')} (reduced by ${centsToDollars(reduced)})`],
    [gifts.freeMonths, counted(gifts.freeMonths, 'free month')],
    [gifts.promos, counted(gifts.promos, 'promotion')],
    [gifts.unpaidReinstatements, counted(gifts.unpaidReinstatements, 'unpaid reinstatement')],
    [gifts.coupons, counted(gifts.coupons, 'wash coupon')],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([, text]) => text)
    .join(', ');
}

/** The overview without the figures of the month. */
function attentionLines({ overview, timeZone }: ReportFacts, link: (path: string) => string): ReportLine[] {
  const until = (seconds: number): string => `until ${formatDateUs(siteDate(new Date(seconds * 1_000), timeZone))}`;
  const lines = overview.items
    .filter(({ before }) => before === null)
    .map((item) => overviewLine(item, until))
    .map(({ figure, label, detail, to }) => ({ text: `${figure} ${label}${detail === null ? '' : ` (${detail})`}`, link: link(to) }));
  const missing = overview.failed.map((kind) => ({ text: `Not available: ${overviewName(kind)}`, link: null }));
  return lines.length + missing.length === 0 ? [{ text: 'Nothing needs attention.', link: null }] : [...lines, ...missing];
}
