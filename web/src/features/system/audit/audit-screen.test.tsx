import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditCheck, AuditEntry, AuditRow } from '@washdesk/contracts/system/audit';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { AuditScreen } from './audit-screen.tsx';

const row: AuditRow = {
  id: '01930000-0000-7000-8000-000000000001',
  at: '2026-11-20T18:00:00.000Z',
  actor: '101',
  name: 'Sam Fuller',
  approver: null,
  approverName: null,
  site: 12,
  device: 'Register 1',
  action: 'price-range.changed',
  subject: 'price-range:1',
  objectName: 'Super Kiss',
  objectCustomer: null,
  changes: ['highest, car: $44.99 → $45.99'],
  why: null,
};
const approved: AuditRow = {
  ...row,
  id: '01930000-0000-7000-8000-000000000002',
  actor: 'agent-12',
  name: null,
  approver: '103',
  approverName: 'Priya Raman',
  site: null,
  device: null,
  action: 'charge.refunded',
  subject: 'charge:ch_1',
  objectName: null,
  objectCustomer: null,
  changes: [],
  why: 'Wrong wash',
};
const entry: AuditEntry = {
  ...row,
  before: { max_car: 4_499, min_price: 500 },
  after: { max_car: 4_599, min_price: 500 },
  requestId: 'request-9',
  seal: 17,
};
const check: AuditCheck = {
  id: '01930000-0000-7000-8000-0000000000aa',
  asked: '2026-11-20T18:00:00.000Z',
  askedBy: '101',
  askedByName: 'Sam Fuller',
  state: 'done',
  sealed: 1_234,
  ended: '2026-11-20T18:01:00.000Z',
  head: '1234:ab',
  faults: [],
  faultCount: 0,
};
const page = (entries: AuditRow[], next_page: string | null = null) => ({
  body: { entries, count: entries.length, more: next_page !== null, next_page },
});
const checked = (current: AuditCheck | null, last: AuditCheck | null) => ({ body: { current, last } });

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /admin/audit', page([row, approved]));
  stub.on('GET /admin/audit/actions', {
    body: { actions: ['charge.refunded', 'price-range.changed', 'staff.added', 'staff.changed'], count: 4 },
  });
  stub.on('GET /admin/audit/check', checked(null, check));
  stub.on(`GET /admin/audit/${row.id}`, { body: entry });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open() {
  renderScreen(<AuditScreen />, { path: '/admin/audit', roles: Role.Admin });
  await screen.findByText('Price range changed');
}
const cells = (words: string) =>
  within(screen.getByText(words).closest('tr')!)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const lastQuery = () => stub.calls('GET /admin/audit').at(-1)?.query;

describe('the list', () => {
  it('shows who changed what, where, and who approved it', async () => {
    await open();
    expect(cells('Price range changed').slice(1)).toEqual([
      'Sam Fuller 101',
      'Price range changedhighest, car: $44.99 → $45.99',
      'Price range Super Kiss',
      'Site 12Register 1',
      '',
      'Compare',
    ]);
    expect(cells('ch_1').slice(1, 6)).toEqual([
      'agent-12approved by Priya Raman',
      'Charge refunded',
      'Charge ch_1',
      'No site',
      'Wrong wash',
    ]);
    expect(screen.getByRole('heading', { name: '2 changes' })).toBeTruthy();
  });

  it('names objects whose ids mean nothing, and leads to the customer while they are known', async () => {
    const plan = { ...row, subject: 'subscription:sub_1', objectName: 'Super Kiss of Moore, Ada', objectCustomer: 'cus_1' };
    const erased = { ...approved, subject: 'customer:cus_2' };
    const rollout = { ...approved, id: '01930000-0000-7000-8000-000000000003', subject: 'rollout:01930000', objectName: '1.5.0' };
    stub.on('GET /admin/audit', page([plan, erased, rollout]));
    await open();
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(link('Subscription Super Kiss of Moore, Ada')).toMatch(/cus_1$/);
    expect(link('Rollout 1.5.0')).toBe('/admin/sites/releases');
    expect(screen.getByText('unknown').closest('td')!.textContent).toBe('Customer unknown');
    expect(screen.getByText('unknown').closest('a')).toBeNull();
    expect(screen.queryByText(/cus_|sub_1|01930000/)).toBeNull();
  });

  it('is narrowed, and cleared again', async () => {
    await open();
    await userEvent.type(screen.getByRole('textbox', { name: 'Who' }), ' sam ');
    await userEvent.click(screen.getByRole('combobox', { name: 'What' }));
    await userEvent.click(await screen.findByTitle('Staff: all'));
    await userEvent.type(screen.getByLabelText('From'), '2026-11-02');
    await userEvent.type(screen.getByLabelText('To'), '2026-11-01');
    expect(screen.getByText('must not be before the first day')).toBeTruthy();
    stub.on('GET /admin/audit', page([]));
    await userEvent.clear(screen.getByLabelText('To'));
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('No changes match')).toBeTruthy();
    expect(lastQuery()).toEqual({ who: 'sam', kind: 'staff', from: '2026-11-02' });
    stub.on('GET /admin/audit', page([row]));
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await screen.findByRole('cell', { name: /^Price range changed/ })).toBeTruthy();
    expect(lastQuery()).toEqual({});
  });

  it('is paged by the server', async () => {
    stub.on('GET /admin/audit', page([row], 'cursor-2'));
    await open();
    expect(screen.getByRole('heading', { name: '1 and more change' })).toBeTruthy();
    stub.on('GET /admin/audit', page([approved]));
    await userEvent.click(screen.getByRole('button', { name: 'Next 50 Results' }));
    expect(await screen.findByText('ch_1')).toBeTruthy();
    expect(lastQuery()).toEqual({ page: 'cursor-2' });
  });

  it('says that it could not be loaded, or that there is nothing', async () => {
    stub.on('GET /admin/audit', { status: 503, body: stubError('database_unavailable', 'Try again in a moment') });
    renderScreen(<AuditScreen />, { path: '/admin/audit', roles: Role.Admin });
    expect(await screen.findByText('Try again in a moment')).toBeTruthy();
    stub.on('GET /admin/audit', page([]));
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No changes yet')).toBeTruthy();
  });
});

describe('one change', () => {
  it('shows each value before and after, what stayed last', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Compare before and after: Price range changed, Price range Super Kiss' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Price range changed' }));
    const rows = dialog
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
    expect(rows).toEqual(['highest, car$44.99$45.99Changed', 'lowest price$5.00$5.00Same']);
    expect(dialog.getByText('Number 17')).toBeTruthy();
    expect(dialog.getByText(row.subject)).toBeTruthy();
    expect(dialog.getByText('request-9')).toBeTruthy();
  });

  it('that wrote no values says so', async () => {
    stub.on(`GET /admin/audit/${row.id}`, { body: { ...entry, before: null, after: null, seal: null } });
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Compare before and after: Price range changed, Price range Super Kiss' }));
    expect(await screen.findByText(/No before and after values/)).toBeTruthy();
    expect(screen.getByText('Not sealed yet')).toBeTruthy();
  });
});

describe('the export', () => {
  it('hands the file to the browser, narrowed as the list is', async () => {
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:file';
    });
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await open();
    await userEvent.type(screen.getByRole('textbox', { name: 'Object' }), 'staff:101{Enter}');
    await waitFor(() => expect(lastQuery()).toEqual({ object: 'staff:101' }));
    stub.on('GET /admin/audit', { body: 'Time,Who\r\n' });
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
    expect(await files[0]?.text()).toContain('Time,Who');
    const call = stub.calls('GET /admin/audit').at(-1);
    expect([call?.query, call?.headers.get('accept')]).toEqual([{ object: 'staff:101' }, 'text/csv']);
  });

  it('says that nothing was exported', async () => {
    await open();
    stub.on('GET /admin/audit', 'lost');
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect(await screen.findByText('Couldn’t export')).toBeTruthy();
  });
});

describe('the seal', () => {
  it('shows the last check, and starts another that ends', async () => {
    await open();
    expect(await screen.findByText('The audit log is intact: 1,234 changes checked')).toBeTruthy();
    expect(screen.getByText(/by Sam Fuller/)).toBeTruthy();
    const running: AuditCheck = {
      ...check,
      id: '01930000-0000-7000-8000-0000000000ab',
      state: 'running',
      sealed: 2_000,
      ended: null,
      head: null,
    };
    stub.on('POST /admin/audit/check', { body: { ...running, state: 'waiting' } });
    stub.on('GET /admin/audit/check', checked(running, check));
    await userEvent.click(screen.getByRole('button', { name: 'Check Now' }));
    expect(await screen.findByText(/Checking: 2,000 changes so far/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Check Now$/ }).disabled).toBe(true);
    const faults = ['Seals 3 to 3 are missing.'];
    stub.on('GET /admin/audit/check', checked(null, { ...running, state: 'done', ended: check.ended, faults, faultCount: 102 }));
    expect(await screen.findByText('The audit log was altered: 102 faults')).toBeTruthy();
    expect(screen.getByText('Seals 3 to 3 are missing.')).toBeTruthy();
    expect(screen.getByText(/And 101 more/)).toBeTruthy();
  });

  it('is read until the check that was started has ended, whatever was read before', async () => {
    await open();
    await screen.findByText(/1,234 changes checked/);
    const started: AuditCheck = { ...check, asked: '2027-01-01T12:00:00.000Z', state: 'waiting', ended: null };
    stub.on('POST /admin/audit/check', { body: started });
    await userEvent.click(screen.getByRole('button', { name: 'Check Now' }));
    expect(await screen.findByText(/Starting the check/)).toBeTruthy();
    stub.on('GET /admin/audit/check', checked(null, { ...started, state: 'done', sealed: 1_300, ended: '2027-01-01T12:00:01.000Z' }));
    expect(await screen.findByText(/1,300 changes checked/)).toBeTruthy();
    expect(screen.queryByText(/Starting the check/)).toBeNull();
  });

  it('says that it was never checked, or that no check was started', async () => {
    stub.on('GET /admin/audit/check', checked(null, null));
    stub.on('POST /admin/audit/check', { status: 503, body: stubError('database_unavailable', 'Try again in a moment') });
    await open();
    expect(await screen.findByText('The audit log hasn’t been checked yet.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Check Now' }));
    expect(await screen.findByText('Couldn’t start the check')).toBeTruthy();
  });
});
