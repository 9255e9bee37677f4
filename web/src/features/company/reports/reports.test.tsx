import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { downloadedCsv } from '../../../testing/files.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { MultiCodesScreen } from './multi-codes-screen.tsx';
import { ReportScreen } from './report-screen.tsx';
import { ReportsScreen } from './reports-screen.tsx';

let stub: StubApi;
let saved: { name: string; blob: Blob }[];

beforeEach(() => {
  stub = stubApi();
  saved = [];
  let blob = new Blob();
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (made: Blob) => ((blob = made), 'blob:file'), revokeObjectURL: () => undefined }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const reporter = { roles: Role.Reporter };
const sites = [
  { site: 12, name: 'Joliet', at: '2026-11-20T12:00:00.000Z' },
  { site: 27, name: 'Merrillville', at: null },
];
const manyCodes = (page: object = {}) => ({
  body: {
    id: 1,
    rows: [{ customer: 'cus_1', name: 'Ada Moore', count: 4 }],
    distribution: [
      { codes: 3, customers: 1_204 },
      { codes: 4, customers: 1 },
    ],
    sites,
    count: 1_205,
    next_page: null,
    ...page,
  },
});
const open = (id: string) => renderScreen(<ReportScreen />, { path: '/office/report', address: `/office/report?id=${id}`, ...reporter });

describe('/office/reports', () => {
  it('lists each to look at and to download', async () => {
    stub.on('GET /reports/2', { body: 'Date,Attempts\r\n2026-11-20,3\r\n' });
    renderScreen(<ReportsScreen />, { path: '/office/reports', ...reporter });
    expect(screen.getByRole('link', { name: 'View: Customers with more than two active codes' }).getAttribute('href')).toBe(
      '/office/report?id=1',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV: Online sign-up attempts for existing customers' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toBe('online-sign-up-attempts.csv');
    expect(await saved[0]?.blob.text()).toContain('2026-11-20,3');
    expect(stub.calls('GET /reports/2')[0]?.headers.get('accept')).toBe('text/csv');
  });

  it('says why there is no file', async () => {
    stub.on('GET /reports/1', { status: 503, body: stubError('busy', 'The database is busy') });
    renderScreen(<ReportsScreen />, { path: '/office/reports', ...reporter });
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV: Customers with more than two active codes' }));
    expect(await screen.findByText('Couldn’t download the file')).toBeTruthy();
    expect(screen.getByText('The database is busy')).toBeTruthy();
    expect(saved).toEqual([]);
  });
});

describe('/office/report', () => {
  it('1 shows who has how many codes, since when that is known, and leads to the customer', async () => {
    stub.on('GET /reports/1', manyCodes());
    open('1');
    const row = within((await screen.findByText('Ada Moore')).closest('tr')!);
    expect(row.getByText('4')).toBeTruthy();
    expect(row.getByRole('link', { name: 'View Customer' }).getAttribute('href')).toBe('/customers/cus_1');
    expect(screen.getByRole('heading', { name: '1,205 customers' })).toBeTruthy();
    expect(screen.getByText(/Merrillville has no data yet and isn’t included/)).toBeTruthy();
  });

  it('1 pages, and narrows the table and the file alike', async () => {
    stub.on('GET /reports/1', ({ query, headers }) => {
      if (headers.get('accept') === 'text/csv') return { body: 'Customer,Name,Active codes\r\n' };
      if (query['least'] === '5') return manyCodes({ rows: [], count: 0 });
      return query['page'] === 'two' ? manyCodes({ rows: [{ customer: 'cus_2', name: null, count: 3 }] }) : manyCodes({ next_page: 'two' });
    });
    open('1');
    await userEvent.click(await screen.findByRole('button', { name: 'Next 50 Results' }));
    expect(await screen.findByText('No name')).toBeTruthy();
    await userEvent.click(screen.getByRole('combobox', { name: 'Active codes' }));
    await userEvent.click(await screen.findByText('5 or more'));
    expect(await screen.findByText('No customers have 5 or more active plates and tags')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(stub.calls('GET /reports/1').at(-1)?.query).toEqual({ least: '5' });
  });

  it('2 shows the attempts of each day', async () => {
    const rows = [
      { date: '2026-11-20', count: 3 },
      { date: '2026-11-19', count: 1 },
    ];
    stub.on('GET /reports/2', { body: { id: 2, rows, count: 2, next_page: null } });
    open('2');
    expect(await screen.findByRole('heading', { name: 'Attempts per day' })).toBeTruthy();
    expect(within(screen.getByText('11/20/2026').closest('tr')!).getByText('3')).toBeTruthy();
  });

  it('3 shows who charged another amount than the sale’s, why, and the sums', async () => {
    const changed = { charge: 'ch_1', at: '2026-11-20T18:00:00.000Z', site: 12, employee: 'Ada Moore', sale: '4711' };
    const rows = [
      { ...changed, original: 1_250, charged: 1_000, reason: 'Coupon' },
      { ...changed, charge: 'ch_2', employee: 'Sam Fuller', original: 800, charged: 500, reason: null },
    ];
    stub.on('GET /reports/3', { body: { id: 3, rows, total: { original: 2_050, charged: 1_500 }, count: 2, next_page: null } });
    open('3');
    const row = within((await screen.findByText('Ada Moore')).closest('tr')!);
    for (const words of ['4711', '$12.50', '$10.00', 'Coupon']) expect(row.getByText(words)).toBeTruthy();
    expect(within(screen.getByText('Sam Fuller').closest('tr')!).getByText('None given')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Sales of $20.50, charged $15.00' })).toBeTruthy();
  });

  it('3 names no sums that it could not read', async () => {
    stub.on('GET /reports/3', { status: 503, body: stubError('busy', 'The database is busy') });
    open('3');
    expect(await screen.findByText('The database is busy')).toBeTruthy();
    expect(screen.queryByText(/Sales of/)).toBeNull();
  });

  it('says what went wrong and tries again', async () => {
    stub.on('GET /reports/2', { status: 503, body: stubError('busy', 'The database is busy') });
    open('2');
    expect(await screen.findByText('The database is busy')).toBeTruthy();
    stub.on('GET /reports/2', { body: { id: 2, rows: [], count: 0, next_page: null } });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No online sign-up attempts by existing customers')).toBeTruthy();
  });

  it.each(['', '4', 'constructor'])('%j leads back to the list', async (id) => {
    open(id);
    expect(await screen.findByText('At /office/reports')).toBeTruthy();
  });
});

describe('/admin/reports', () => {
  it('shows the codes of each customer', async () => {
    const customer = {
      customer: 'cus_1',
      name: 'Ada Moore',
      email: 'ada@example.com',
      codes: ['ABC123-IL', '12345+678901', 'OLD1-IN'],
      count: 3,
    };
    stub.on('GET /reports/MultiActiveCodesByCustomers', ({ query }) => {
      const isLast = query['page'] === 'two';
      const customers = [isLast ? { ...customer, customer: 'cus_2', name: null, email: null } : customer];
      return { body: { customers, sites, count: 1, next_page: isLast ? null : 'two' } };
    });
    renderScreen(<MultiCodesScreen />, { path: '/admin/reports', roles: Role.Admin });
    const row = within((await screen.findByText('Ada Moore')).closest('tr')!);
    expect(row.getByRole('img', { name: 'Plate OLD1-IN' })).toBeTruthy();
    expect(row.getByText('12345+678901')).toBeTruthy();
    expect(row.getByRole('link', { name: 'View Customer' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: '1 customer' })).toBeTruthy();
    expect(await downloadedCsv()).toEqual([
      'Name,Email,Active codes,Count',
      'Ada Moore,ada@example.com,"ABC123-IL, 12345+678901, OLD1-IN",3',
      'No name,,"ABC123-IL, 12345+678901, OLD1-IN",3',
    ]);
  });
});
