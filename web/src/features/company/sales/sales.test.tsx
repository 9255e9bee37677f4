import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { salesDefinitions } from '@washdesk/rules/plans/plan-sales';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { downloadedCsv } from '../../../testing/files.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { SalesScreen } from './sales-screen.tsx';

let stub: StubApi;
let saved: string[];
const employees = [
  { seller: '101', name: 'Dana Whitfield', signUps: 1_204, upgrades: 3, left: 60 },
  { seller: 'online', name: null, signUps: 0, upgrades: 0, left: 0 },
];
const answer = (more: object = {}) => ({
  body: {
    from: '2026-08-23',
    to: '2026-11-20',
    rows: employees,
    total: { signUps: 1_204, upgrades: 3, left: 60 },
    gifts: [
      {
        seller: '201',
        name: 'Luis Barrera',
        given: { freeMonths: 2, promos: 0, unpaidReinstatements: 1, coupons: 4, texts: 7 },
        approved: 1,
      },
    ],
    reasons: [
      { reason: 'Too expensive', left: 45 },
      { reason: 'Moved away', left: 15 },
    ],
    count: 2,
    next_page: null,
    ...more,
  },
});
const sold = {
  id: 'sub_1',
  at: '2026-09-10T15:00:00.000Z',
  site: 12,
  seller: '101',
  sellerName: 'Dana Whitfield',
  customer: 'cus_1',
  name: 'Ada Moore',
  plate: 'ABC123-IL',
  plan: 'Super Kiss Plus',
  former: 'Super Kiss',
  leftAt: '2026-10-01T15:00:00.000Z',
  reason: 'Too expensive',
};

beforeEach(() => {
  stub = stubApi();
  const joliet = {
    id: 'tml_12',
    display_name: 'Joliet',
    metadata: { site: '12', state: 'IL', defaultplatestate: 'IL' },
    time_zone: 'America/Chicago',
  };
  stub.on('GET /location', { body: { locations: [joliet], count: 1 } });
  stub.on('GET /sales/employees', answer());
  stub.on('GET /sales/list', { body: { rows: [sold], count: 1, more: false, next_page: null } });
  saved = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const open = (query = ''): void =>
  renderScreen(<SalesScreen />, { path: '/office/sales', address: `/office/sales${query}`, roles: Role.SalesManager });
const rowOf = async (words: string) => within((await screen.findByText(words)).closest('tr')!);
const asked = () => stub.calls('GET /sales/employees').at(-1)?.query;

describe('the figures', () => {
  it('stand with what they count, and lead to their lists', async () => {
    open();
    const total = await screen.findByRole('link', { name: 'Sign-ups: 1,204' });
    expect(total.getAttribute('href')).toContain('list=signUps');
    for (const words of [salesDefinitions.signUps, salesDefinitions.upgrades, salesDefinitions.left])
      expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByText('5.0% of sign-ups')).toBeTruthy();
    const dana = await rowOf('Dana Whitfield');
    expect(dana.getByRole('link', { name: 'Canceled within 60 days of Dana Whitfield: 60' }).getAttribute('href')).toMatch(
      /list=left&seller=101$/,
    );
    expect(dana.getByText('5.0%')).toBeTruthy();
    expect((await rowOf('Online')).queryByRole('link')).toBeNull();
  });

  it('say why members left, each reason with its share and its list', async () => {
    open();
    const row = within((await screen.findByRole('link', { name: 'Too expensive' })).closest('tr')!);
    expect(row.getByText('45')).toBeTruthy();
    expect(row.getByText('75%')).toBeTruthy();
    expect(row.getByRole('link').getAttribute('href')).toMatch(/list=left&reason=Too\+expensive$/);
  });

  it('are of another period and site as soon as they are chosen', async () => {
    open();
    await screen.findByText('Dana Whitfield');
    const from = screen.getByLabelText('From');
    await userEvent.clear(from);
    await userEvent.type(from, '2026-12-01');
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('must not be before the first day')).toBeTruthy();
    expect(stub.calls('GET /sales/employees')).toHaveLength(1);
    await userEvent.clear(from);
    await userEvent.type(from, '2026-11-01');
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    stub.on('GET /sales/employees', () => arrived.then(() => answer({ from: '2026-11-01', total: { signUps: 77, upgrades: 0, left: 0 } })));
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    await waitFor(() => expect(asked()).toMatchObject({ from: '2026-11-01', to: '2026-11-20' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Site' }));
    arrive();
    await screen.findByText('77');
    await userEvent.click(await screen.findByText('Joliet'));
    await waitFor(() => expect(asked()).toMatchObject({ from: '2026-11-01', site: '12' }));
  });

  it('are sorted by the server, by a column or the list of orders, from the first page', async () => {
    stub.on('GET /sales/employees', answer({ next_page: 'two' }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Next 50 Results' }));
    await waitFor(() => expect(asked()).toMatchObject({ page: 'two', sort: 'signUps', order: 'desc' }));
    await userEvent.click(screen.getByRole('button', { name: /^Upgrades/ }));
    await waitFor(() => expect(asked()).toEqual({ sort: 'upgrades', order: 'desc' }));
    await userEvent.click(screen.getByRole('button', { name: /^Upgrades/ }));
    await waitFor(() => expect(asked()).toEqual({ sort: 'upgrades', order: 'asc' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Sorted by' }));
    await userEvent.click(await screen.findByTitle('Name'));
    await waitFor(() => expect(asked()).toEqual({ sort: 'name', order: 'asc' }));
  });

  it('have files of the gifts and of the reasons', async () => {
    open();
    expect(await downloadedCsv('Download CSV: Given without payment')).toEqual([
      'Employee,Free months,Promotions,Unpaid reinstatements,Wash coupons,Texts,Approved above the limit',
      'Luis Barrera 201,2,0,1,4,7,1',
    ]);
    expect(await downloadedCsv('Download CSV: Cancellation reasons')).toEqual([
      'Reason,Canceled,Share',
      'Too expensive,45,75%',
      'Moved away,15,25%',
    ]);
    expect(saved).toEqual(['gifts-by-employee-2026-08-23-2026-11-20.csv', 'cancellation-reasons-2026-08-23-2026-11-20.csv']);
  });

  it('are a file', async () => {
    open('?site=12&sort=left');
    await screen.findByText('Dana Whitfield');
    stub.on('GET /sales/employees', { body: 'Employee\r\n' });
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(saved).toEqual(['sales-by-employee.csv']));
    expect(asked()).toEqual({ site: '12', sort: 'left', order: 'desc' });
  });

  it('say that there are none, and what went wrong', async () => {
    stub.on('GET /sales/employees', { status: 503, body: stubError('busy', 'The database is busy') });
    open();
    expect(await screen.findByText('The database is busy')).toBeTruthy();
    stub.on('GET /sales/employees', answer({ rows: [], reasons: [], count: 0, total: { signUps: 0, upgrades: 0, left: 0 } }));
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No sales in this period')).toBeTruthy();
    expect(screen.getByText('No sign-ups in this period canceled within 60 days.')).toBeTruthy();
  });
});

describe('a list', () => {
  it('has the members behind a figure, with the way to each and back', async () => {
    open('?from=2026-09-01&list=left&seller=101&reason=Too+expensive');
    const ada = await rowOf('Ada Moore');
    expect(ada.getByRole('link', { name: 'Ada Moore' }).getAttribute('href')).toBe('/customers/cus_1');
    expect(ada.getByText('Too expensive')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Canceled within 60 days: Dana Whitfield, Too expensive' })).toBeTruthy();
    expect(stub.calls('GET /sales/list')[0]?.query).toEqual({
      from: '2026-09-01',
      list: 'left',
      seller: '101',
      reason: 'Too expensive',
    });
    await userEvent.click(screen.getByRole('link', { name: 'All employees' }));
    await screen.findByRole('heading', { name: 'Sales by employee' });
    expect(asked()).toMatchObject({ from: '2026-09-01' });
  });

  it('of upgrades says from which plan to which, page by page, and is a file', async () => {
    stub.on('GET /sales/list', ({ query, headers }) => {
      if (headers.get('accept') === 'text/csv') return { body: 'Time\r\n' };
      return query['page'] === 'two'
        ? { status: 503, body: stubError('busy', 'The database is busy') }
        : { body: { rows: [sold], count: 1_000, more: true, next_page: 'two' } };
    });
    open('?list=upgrades');
    const ada = await rowOf('Ada Moore');
    expect(ada.getByText('Super Kiss')).toBeTruthy();
    expect(ada.getByText('Super Kiss Plus')).toBeTruthy();
    expect(screen.getByRole('heading', { name: '1,000 and more plans' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(saved).toEqual(['sales-upgrades.csv']));
    await userEvent.click(screen.getByRole('button', { name: 'Next 50 Results' }));
    expect(await screen.findByText('The database is busy')).toBeTruthy();
  });

  it('with nothing in it says so', async () => {
    stub.on('GET /sales/list', { body: { rows: [], count: 0, more: false, next_page: null } });
    open('?list=signUps&seller=online');
    expect(await screen.findByText('Nothing in this period')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Sign-ups: Online' })).toBeTruthy();
  });
});
