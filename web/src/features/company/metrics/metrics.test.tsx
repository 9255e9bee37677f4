import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noTotals, type MonthTotals } from '@washdesk/rules/company/member-months';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { downloadedCsv } from '../../../testing/files.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { MetricListScreen } from './metric-list-screen.tsx';
import { longMonth, percent, shortMonth } from './metric-words.ts';
import { MetricsScreen } from './metrics-screen.tsx';

let stub: StubApi;

const october: MonthTotals = {
  ...noTotals(),
  opening: { members: 100, amount: 300_000 },
  closing: { members: 103, amount: 309_000 },
  movements: { ...noTotals().movements, new: { members: 5, amount: 15_000 }, voluntary: { members: 2, amount: 6_000 } },
  present: 105,
  washes: 315,
  cohorts: { '2026-10': 4 },
};
const november: MonthTotals = {
  opening: { members: 103, amount: 309_000 },
  closing: { members: 108, amount: 327_000 },
  movements: {
    new: { members: 9, amount: 27_000 },
    returned: { members: 1, amount: 3_000 },
    voluntary: { members: 3, amount: 9_000 },
    card_failure: { members: 2, amount: 6_000 },
    up: { members: 4, amount: 4_000 },
    down: { members: 1, amount: 1_000 },
    recovered: { members: 6, amount: 19_572 },
    unpaid: { members: 2, amount: 6_524 },
  },
  present: 113,
  washes: 226,
  cohorts: { '2026-10': 3, '2026-11': 8 },
};
const sites = [
  { site: 12, name: 'Joliet', at: '2026-11-24T18:00:00.000Z' },
  { site: 27, name: 'Merrillville', at: null },
];

beforeEach(() => {
  stub = stubApi();
  stub.on('GET /location', {
    body: {
      locations: [{ id: 'tml_12', display_name: 'Joliet', metadata: { site: '12', state: 'IL', defaultplatestate: 'IL' } }],
      count: 1,
    },
  });
  stub.on('GET /metrics', {
    body: {
      months: [
        { month: '2026-10', ...october },
        { month: '2026-11', ...november },
      ],
      sites,
    },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const openMetrics = (query = ''): void =>
  renderScreen(<MetricsScreen />, { path: '/office/metrics', address: `/office/metrics${query}`, roles: Role.SalesManager });
/** Finds a section by its heading: a query by role scans the whole page. */
const section = async (title: string) => within((await screen.findByText(title, { selector: 'h2' })).closest('section')!);
const hrefOf = (link: HTMLElement): string => link.getAttribute('href') ?? '';
const figureOf = (of: ReturnType<typeof within>, name: string): HTMLElement => of.getByLabelText(name);

describe('the metrics', () => {
  it('show the running month, what it was before, and lead to whom they count', async () => {
    openMetrics();
    const [tile] = await screen.findAllByLabelText('Members: 108');
    expect(hrefOf(tile!)).toBe('/office/metrics/list?list=members&month=2026-11');
    expect(screen.getByText('November 2026 so far', { exact: false })).toBeTruthy();
    expect(screen.getByLabelText('MRR: $3,270')).toBeTruthy();
    expect(screen.getByText('October 2026: $3,090')).toBeTruthy();
    expect(hrefOf(screen.getByLabelText('Failed payments recovered: 75.0%'))).toBe('/office/metrics/list?list=failed&month=2026-11');
  });

  it('say what each of them means, and add up', async () => {
    openMetrics();
    const members = await section('Members');
    expect(members.getAllByText('Became a member at the site for the first time.')).toHaveLength(1);
    expect(hrefOf(figureOf(members, 'Start of month: 103'))).toBe('/office/metrics/list?list=members&month=2026-10');
    for (const name of ['Sign-ups: 9', 'Reactivated: 1', 'Canceled: −3', 'Involuntary (failed payment): −2', 'Members: 108']) {
      expect(figureOf(members, name), name).toBeTruthy();
    }
    const churn = await section('Churn');
    for (const name of ['Canceled: 2.9%', 'Involuntary (failed payment): 1.9%', 'Churn: 4.9%'])
      expect(figureOf(churn, name), name).toBeTruthy();
    const revenue = await section('Monthly recurring revenue (MRR)');
    for (const name of ['Sign-ups: $270', 'Expansion: $40', 'Contraction: −$10', 'End of month: $3,270']) {
      expect(figureOf(revenue, name), name).toBeTruthy();
    }
    const recovered = await section('Recovered payments');
    for (const name of ['Failed renewals: 8', 'Not recovered: 2', 'Recovered amount: $196', 'Recovery rate: 75.0%']) {
      expect(figureOf(recovered, name), name).toBeTruthy();
    }
    expect(hrefOf(figureOf(await section('Washes per member'), 'Washes per member: 2.0'))).toBe(
      '/office/metrics/list?list=washes&month=2026-11',
    );
  });

  it('stand in a table for every month too, each a link', async () => {
    openMetrics();
    const members = await section('Members');
    await userEvent.click(members.getByText('Members by month'));
    expect(hrefOf(await members.findByLabelText('Sign-ups, October 2026: 5'))).toBe('/office/metrics/list?list=new&month=2026-10');
    expect(members.getByText('October 2026')).toBeTruthy();
    expect(await downloadedCsv('Download CSV: Members by month')).toEqual([
      'Month,Start of month,Sign-ups,Reactivated,Canceled,Involuntary (failed payment),Members',
      'November 2026,103,9,1,3,2,108',
      'October 2026,100,5,0,2,0,103',
    ]);
  });

  it('show who of a month of sign-up stayed', async () => {
    openMetrics('?site=12');
    const link = await screen.findByLabelText('Signed up in October 2026, members at the end of November 2026: 60%');
    expect(hrefOf(link)).toBe('/office/metrics/list?list=cohort&month=2026-11&site=12&cohort=2026-10');
    expect(hrefOf(screen.getByLabelText('Sign-ups, October 2026: 5'))).toBe('/office/metrics/list?list=new&month=2026-10&site=12');
    expect(await downloadedCsv('Download CSV: Retention by sign-up month')).toEqual([
      'Signed up,Sign-ups,Same month,1 month later',
      'October 2026,5,80%,60%',
      'November 2026,9,88.9%,',
    ]);
  });

  it('are those of a site and of a month', async () => {
    openMetrics();
    await section('Members');
    await userEvent.click(screen.getByLabelText('Site'));
    await userEvent.click(await screen.findByTitle('Joliet'));
    await waitFor(() => expect(stub.calls('GET /metrics').at(-1)?.query).toEqual({ site: '12' }));
    await section('Members');
    await userEvent.click(screen.getByLabelText('Month'));
    await userEvent.click(await screen.findByTitle('October 2026'));
    expect(figureOf(await section('Members'), 'Members: 103')).toBeTruthy();
    expect(screen.queryByText('so far', { exact: false })).toBeNull();
  });

  it('say that they are being counted, and what went wrong', async () => {
    stub.on('GET /metrics', { body: { months: [], sites } });
    openMetrics();
    expect(await screen.findByText(/being calculated for the first time/)).toBeTruthy();
    cleanup();
    stub.on('GET /metrics', { status: 503, body: stubError('busy', 'The database is busy') });
    openMetrics();
    expect(await screen.findByText('The database is busy')).toBeTruthy();
  });
});

describe('the members behind a metric', () => {
  const row = {
    customer: 'cus_1',
    name: 'Ada Moore',
    plate: 'ABC123-IL',
    site: 12,
    at: 1_795_000_000,
    kind: null,
    amount: 2_999,
    washes: null,
  };
  const openList = (query: string): void =>
    renderScreen(<MetricListScreen />, {
      path: '/office/metrics/list',
      address: `/office/metrics/list?${query}`,
      roles: Role.SalesManager,
    });
  const list = (rows: object[], next_page: string | null = null) => ({ body: { rows, count: 120, next_page } });

  it('stand with their customer and what they pay, page by page', async () => {
    stub.on('GET /metrics/members', ({ query }) => (query['page'] === 'two' ? list([{ ...row, name: 'Bo Hall' }]) : list([row], 'two')));
    openList('list=new&month=2026-11&site=12');
    expect(await screen.findByText('Sign-ups, November 2026', { selector: 'h1' })).toBeTruthy();
    const ada = await screen.findByRole('link', { name: 'Ada Moore' });
    expect(hrefOf(ada)).toBe('/customers/cus_1');
    expect(screen.getByText('$29.99')).toBeTruthy();
    expect(screen.getByText('120 members', { selector: 'h2' })).toBeTruthy();
    expect(hrefOf(screen.getByRole('link', { name: 'All metrics' }))).toBe('/office/metrics?site=12&month=2026-11');
    expect(stub.calls('GET /metrics/members')[0]?.query).toEqual({ list: 'new', month: '2026-11', site: '12' });
    await userEvent.click(screen.getByRole('button', { name: 'Next 50 Results' }));
    expect(await screen.findByRole('link', { name: 'Bo Hall' })).toBeTruthy();
  });

  it('are a file of all pages', async () => {
    stub.on('GET /metrics/members', ({ query }) => (query['page'] === 'two' ? list([{ ...row, name: 'Bo Hall' }]) : list([row], 'two')));
    openList('list=new&month=2026-11&site=12');
    const [heads, ...lines] = await downloadedCsv();
    expect(heads).toBe('Customer,Plate,Site,When,Monthly price');
    expect(lines.map((line) => line.split(',')[0])).toEqual(['Ada Moore', 'Bo Hall']);
    expect(lines[0]).toMatch(/,ABC123-IL,.*,29\.99$/);
  });

  it('say why they left, how often they washed, and of which month of sign-up they are', async () => {
    stub.on('GET /metrics/members', list([{ ...row, kind: 'card_failure' }]));
    openList('list=left&month=2026-11');
    expect(await screen.findByText('Involuntary (failed payment)')).toBeTruthy();
    cleanup();
    stub.on('GET /metrics/members', list([{ ...row, washes: 7 }]));
    openList('list=washes&month=2026-11');
    expect(await screen.findByText('7')).toBeTruthy();
    cleanup();
    openList('list=cohort&month=2026-11&cohort=2026-01');
    expect(await screen.findByText(/Signed up in January 2026/)).toBeTruthy();
  });

  it('lead back where the address names no metric, and say what went wrong', async () => {
    openList('list=nothing&month=2026-11');
    expect(await screen.findByText('/office/metrics', { exact: false })).toBeTruthy();
    cleanup();
    stub.on('GET /metrics/members', { status: 404, body: stubError('month_not_counted', 'No data for this month yet') });
    openList('list=new&month=2020-11');
    expect(await screen.findByText('No data for this month yet')).toBeTruthy();
  });
});

it('months and shares are written for people', () => {
  expect([longMonth('2026-11'), shortMonth('2026-11'), shortMonth('2026-01')]).toEqual(['November 2026', 'Nov', 'Jan']);
  expect([percent(0.0488), percent(null)]).toEqual(['4.9%', '–']);
});
