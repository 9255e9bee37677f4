import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DayRevenue, Revenue } from '@washdesk/contracts/company/revenue';
import { Role } from '@washdesk/rules/company/roles';
import { addDays, formatDateUs, siteDate } from '@washdesk/rules/dates/dates';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { RevenueScreen } from './revenue-screen.tsx';

let stub: StubApi;
const site = (number: number, name: string) => ({
  id: `tml_${number}`,
  display_name: name,
  metadata: { site: String(number), state: 'IL', defaultplatestate: 'IL' },
  time_zone: 'America/Chicago',
});

beforeEach(() => {
  stub = stubApi();
  stub.on('GET /location', { body: { locations: [site(12, 'Joliet'), site(27, 'Merrillville')], count: 2 } });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const amounts = (memberships: number, sales: number, refunds: number) => ({ memberships, sales, refunds });
const days: DayRevenue[] = [
  { day: '2026-11-16', site: 12, ...amounts(1_000, 250, 0) },
  { day: '2026-11-20', site: 12, ...amounts(0, 0, 300) },
  { day: '2026-11-20', site: 27, ...amounts(500, 25, 0) },
];
const revenue: Revenue = {
  days,
  sites: [
    { site: 12, ...amounts(1_000, 250, 300) },
    { site: 27, ...amounts(500, 25, 0) },
  ],
  total: amounts(1_500, 275, 300),
  employees: [
    {
      seller: '201',
      name: 'Ada Moore',
      refunds: 1,
      refunded: 300,
      changedAmounts: 2,
      reduced: 450,
      freeMonths: 1,
      promos: 0,
      unpaidReinstatements: 0,
      coupons: 4,
    },
  ],
};
const open = (query: string) =>
  renderScreen(<RevenueScreen />, { path: '/office/revenue', address: `/office/revenue${query}`, roles: Role.SalesManager });
const asked = () => stub.calls('GET /revenue').at(-1)?.query;
const cellsOf = (row: HTMLElement | null) => [...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent);
const table = (name: string) => within(screen.getByRole('table', { name }));

describe('the revenue', () => {
  it('has two sites side by side, each day, and totals that are the sum', async () => {
    stub.on('GET /revenue', { body: revenue });
    open('?from=2026-11-16&to=2026-11-20');
    const net = (await table('Sites').findByText('Net')).closest('tr');
    expect(cellsOf(net)).toEqual(['Net', '$9.50', '$5.25', '$14.75']);
    const shown = table('Days').getAllByRole('row').slice(1).map(cellsOf);
    expect(shown.map(([date]) => date)).toEqual(['11/20/2026', '11/19/2026', '11/18/2026', '11/17/2026', '11/16/2026', 'Total']);
    expect(shown[0]).toEqual(['11/20/2026', '$0.00', '$0.00', '$3.00', '-$3.00', '$5.00', '$0.25', '$0.00', '$5.25', '$2.25']);
    expect(shown.at(-1)).toEqual(['Total', '$10.00', '$2.50', '$3.00', '$9.50', '$5.00', '$0.25', '$0.00', '$5.25', '$14.75']);
    expect(cellsOf(table('Refunds and discounts by employee').getByText('Ada Moore').closest('tr'))).toEqual([
      'Ada Moore',
      '1',
      '$3.00',
      '2',
      '$4.50',
      '1',
      '0',
      '0',
      '4',
    ]);
  });

  it('is summed by weeks within the period', async () => {
    stub.on('GET /revenue', { body: { ...revenue, days: [{ day: '2026-11-13', site: 27, ...amounts(100, 0, 0) }, ...days] } });
    open('?from=2026-11-12&to=2026-11-20&rows=week');
    await table('Sites').findByText('Net');
    const shown = table('Weeks').getAllByRole('row').slice(1).map(cellsOf);
    expect(shown.map((cells) => [cells[0], cells.at(-1)])).toEqual([
      ['11/16/2026 – 11/20/2026', '$14.75'],
      ['11/12/2026 – 11/15/2026', '$1.00'],
      ['Total', '$15.75'],
    ]);
  });

  it('is of a named period, or of the reader’s own', async () => {
    stub.on('GET /revenue', { body: revenue });
    open('?period=yesterday');
    const yesterday = addDays(siteDate(new Date(), 'America/Chicago'), -1);
    await waitFor(() => expect(asked()).toEqual({ from: yesterday, to: yesterday }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Period' }));
    await userEvent.click(await screen.findByTitle('Custom period'));
    const from = screen.getByLabelText('From');
    await userEvent.clear(from);
    await userEvent.type(from, '2027-01-01');
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('must not be before the first day')).toBeTruthy();
    await userEvent.clear(from);
    await userEvent.type(from, '2026-01-01');
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    await waitFor(() => expect(asked()).toEqual({ from: '2026-01-01', to: yesterday }));
    expect(await screen.findByText(formatDateUs(yesterday))).toBeTruthy();
  });

  it('that cannot be read says so, without amounts, and tries again', async () => {
    stub.on('GET /revenue', { status: 503, body: stubError('busy', 'The database is busy') });
    open('?period=today');
    expect(await screen.findByText('The database is busy')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    stub.on('GET /revenue', { body: { ...revenue, days: [], employees: [] } });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No refunds or discounts in this period')).toBeTruthy();
  });
});
