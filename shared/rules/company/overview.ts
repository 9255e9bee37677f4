import { centsToDollars } from '../billing/money.ts';
import { grouped } from '../text/counts.ts';

/** What the overview counts, in its order (docs/rules/company.md#overview). */
export const overviewKinds = [
  'disputes',
  'pastDue',
  'sitesOffline',
  'readersOffline',
  'operations',
  'jobs',
  'incomplete',
  'signUps',
  'canceled',
] as const;
export type OverviewKind = (typeof overviewKinds)[number];

interface Words {
  one: string;
  many: string;
  /** The list that the figure leads to. */
  to: string;
}

const words: Record<OverviewKind, Words> = {
  disputes: { one: 'dispute to answer', many: 'disputes to answer', to: '/office/worklists#disputes' },
  pastDue: { one: 'payment due', many: 'payments due', to: '/office/worklists#pastdue' },
  sitesOffline: { one: 'site offline', many: 'sites offline', to: '/office/worklists#jobs' },
  readersOffline: { one: 'card reader offline', many: 'card readers offline', to: '/admin/readers' },
  operations: { one: 'change without an outcome yet', many: 'changes without an outcome yet', to: '/admin/operations' },
  jobs: { one: 'unfinished job', many: 'unfinished jobs', to: '/office/worklists#jobs' },
  incomplete: { one: 'unfinished sign-up', many: 'unfinished sign-ups', to: '/office/worklists#incomplete' },
  signUps: { one: 'sign-up this month', many: 'sign-ups this month', to: '/office/metrics' },
  canceled: { one: 'member lost this month', many: 'members lost this month', to: '/office/metrics' },
};

interface Figure {
  kind: OverviewKind;
  count: number;
  more: boolean;
  /** Cents. */
  amount: number | null;
  /** Epoch seconds. */
  deadline: number | null;
  before: number | null;
}

export interface OverviewLine {
  kind: OverviewKind;
  figure: string;
  label: string;
  /** Money, deadline or the month before. */
  detail: string | null;
  to: string;
  tone: 'urgent' | 'open' | 'figure';
}

/** @param until words of a deadline in epoch seconds, such as 'until Monday, Nov 30' */
export function overviewLine({ kind, count, more, amount, deadline, before }: Figure, until: (seconds: number) => string): OverviewLine {
  const { one, many, to } = words[kind];
  const details = [
    amount === null ? null : centsToDollars(amount),
    deadline === null ? null : until(deadline),
    before === null ? null : `${grouped(before)} last month`,
  ].filter((part) => part !== null);
  return {
    kind,
    figure: `${grouped(count)}${more ? '+' : ''}`,
    label: count === 1 && !more ? one : many,
    detail: details.length === 0 ? null : details.join(', '),
    to,
    tone: before !== null ? 'figure' : deadline === null ? 'open' : 'urgent',
  };
}

export const overviewName = (kind: OverviewKind): string => words[kind].many;
