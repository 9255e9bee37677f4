import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { downloadedCsv } from '../../../testing/files.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { IncreaseScreen } from './increase-screen.tsx';
import { IncreasesScreen } from './increases-screen.tsx';
import { NewIncreaseScreen } from './new-increase-screen.tsx';

let stub: StubApi;
const id = '019aa000-0000-7000-8000-000000000001';
const roles = Role.Scheduler;
const increase = {
  id,
  name: 'Super Kiss 2027',
  created: '2026-11-20T12:00:00.000Z',
  createdBy: 'Sam Fuller',
  effectiveDate: '2027-02-01',
  state: 'draft',
  members: 4,
};
const sums = { members: 3, old: 8_997, new: 9_897, oldTotal: 9_447, newTotal: 10_392 };
const detail = {
  ...increase,
  prices: [{ from: 'price_a', to: 'price_b', plan: 'Super Kiss', site: 12, oldAmount: 2_999, newAmount: 3_299 }],
  signedUpFrom: null,
  signedUpBefore: '2026-06-01',
  runBy: null,
  undoneBy: null,
  checked: null,
  counts: [
    { state: 'planned', reason: null, ...sums },
    { state: 'skipped', reason: 'guaranteed', members: 1, old: 2_999, new: 3_299, oldTotal: 3_149, newTotal: 3_464 },
  ],
};
const member = {
  subscription: 'sub_1',
  customer: 'cus_1',
  name: 'Ada Moore',
  site: 12,
  plan: 'Super Kiss',
  old: 2_999,
  new: 3_299,
  oldTotal: 3_149,
  newTotal: 3_464,
  state: 'skipped',
  reason: 'The price is guaranteed until 05/10/2027',
  notice: null,
};
const notices = { counts: [], tellBy: '2027-01-02T10:00:00.000Z', late: 0, hours: { from: '09:00', to: '19:00' } };
const notice = { text: 'From 02/01/2027 on', subject: 'A new price', letter: 'Dear Ada Moore,' };
const preview = {
  subscription: 'sub_1',
  name: 'Moore, Ada',
  notice,
  retraction: { text: 'The price stays', subject: 'No new price', letter: 'Dear Ada Moore, it stays' },
  next: null,
};
const of = (state: string, counted: string = 'checked') => ({
  body: { ...detail, state, counts: [{ ...detail.counts[0], state: counted }, detail.counts[1]] },
});

beforeEach(() => {
  stub = stubApi();
  const joliet = { id: 'tml_12', display_name: 'Joliet', metadata: { site: '12', state: 'IL', defaultplatestate: 'IL' } };
  stub.on('GET /location', { body: { locations: [joliet], count: 1 } });
  stub.on(`GET /priceincrease/${id}`, { body: detail });
  stub.on(`GET /priceincrease/${id}/notices`, { body: notices });
  stub.on(`GET /priceincrease/${id}/notices/preview`, { body: preview });
  stub.on(`GET /priceincrease/${id}/members`, { body: { members: [member], next_page: null } });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('an address that names no increase leads to all of them', async () => {
  renderScreen(<IncreaseScreen />, { path: '/office/increase/:id', address: '/office/increase/1', roles });
  expect(await screen.findByText('At /office/increase')).toBeTruthy();
});

describe('the list', () => {
  const open = (): void => renderScreen(<IncreasesScreen />, { path: '/office/increase', roles });

  it('leads to each increase, and to a new one', async () => {
    stub.on('GET /priceincrease', { body: { increases: [increase], next_page: null } });
    open();
    expect((await screen.findByRole('link', { name: 'Super Kiss 2027' })).getAttribute('href')).toBe(`/office/increase/${id}`);
    const row = within(screen.getByText('Super Kiss 2027').closest('tr')!);
    for (const words of ['02/01/2027', 'Draft', 'Sam Fuller']) expect(row.getByText(words)).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'New Increase' }));
    expect(await screen.findByText('At /office/increase/new')).toBeTruthy();
  });

  it('has a file of all increases', async () => {
    const pages: Record<string, object> = {
      one: { increases: [increase], next_page: 'two' },
      two: { increases: [{ ...increase, name: 'Interior 2027', state: 'done', members: 1_200 }], next_page: 'three' },
      three: { increases: [{ ...increase, name: 'Oil 2027' }], next_page: null },
    };
    stub.on('GET /priceincrease', ({ query }) => ({ body: pages[query['page'] ?? 'one'] }));
    open();
    await screen.findByText('Super Kiss 2027');
    const lines = await downloadedCsv();
    expect(lines[0]).toBe('Name,Effective date,State,Members,Created by,Created');
    expect(lines[2]).toMatch(/^Interior 2027,02\/01\/2027,Done,1200,Sam Fuller,11\/20\/2026 /);
    expect(lines.map((line) => line.split(',')[0]).slice(1)).toEqual(['Super Kiss 2027', 'Interior 2027', 'Oil 2027']);
  });

  it('says that there is none, or what went wrong', async () => {
    stub.on('GET /priceincrease', { body: { increases: [], next_page: null } });
    open();
    expect(await screen.findByText('No price increases yet')).toBeTruthy();
    cleanup();
    stub.on('GET /priceincrease', { status: 503, body: stubError('busy', 'The database is busy') });
    open();
    expect(await screen.findByText('The database is busy')).toBeTruthy();
    expect(screen.queryByText('No price increases yet')).toBeNull();
  });
});

describe('a new increase', () => {
  const next = { price: 'price_b', plan: 'Super Kiss', amount: 3_299 };
  const paid = {
    price: 'price_a',
    plan: 'Super Kiss',
    amount: 2_999,
    site: 12,
    productClass: 'Super Kiss',
    members: 1_200,
    targets: [next],
  };
  const dearest = { ...paid, price: 'price_c', plan: 'Interior', productClass: 'Interior', targets: [] };
  beforeEach(() => {
    stub.on('GET /priceincrease/options', { body: { prices: [paid, dearest], dates: ['2027-01-01', '2027-02-01'] } });
    renderScreen(<NewIncreaseScreen />, { path: '/office/increase/new', roles });
  });

  it('has the current prices as a file, with the site, in dollars', async () => {
    await screen.findAllByText('Joliet');
    expect(await downloadedCsv()).toEqual([
      'Site,Plan,Members,Current price,New price',
      'Joliet,Super Kiss,1200,29.99,No change',
      'Joliet,Interior,1200,29.99,No higher price',
    ]);
  });

  it('asks for what is missing', async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Choose Members' }));
    for (const words of ['Enter a name', 'Choose an effective date', 'Choose a new price for at least one plan'])
      expect(await screen.findByText(words)).toBeTruthy();
    expect(stub.calls('POST /priceincrease')).toEqual([]);
  });

  it('names a new price for each old one, says what it comes to, and leads to its page', async () => {
    stub.on('POST /priceincrease', { body: { ...increase, state: 'choosing', members: 0 } });
    expect(await screen.findByText('No higher price')).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Super Kiss 2027' } });
    await userEvent.click(screen.getByRole('combobox', { name: 'Effective date' }));
    await userEvent.click(await screen.findByText('02/01/2027'));
    fireEvent.change(screen.getByRole('textbox', { name: 'Signed up before' }), { target: { value: '6/1/2026' } });
    await userEvent.click(screen.getByRole('button', { name: 'Next Price for All Shown' }));
    expect(await screen.findByText(/^1,200 members pay these prices. Increase: \$3,600.00 a month before tax/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Choose Members' }));
    expect(await screen.findByText(`At /office/increase/${id}`)).toBeTruthy();
    const [call] = stub.calls('POST /priceincrease');
    expect(call?.body).toEqual({
      name: 'Super Kiss 2027',
      effectiveDate: '2027-02-01',
      signedUpBefore: '2026-06-01',
      prices: [{ from: 'price_a', to: 'price_b' }],
    });
    expect(call?.headers.get('idempotency-key')).toBeTruthy();
  });
});

describe('an increase', () => {
  const open = (as: number = roles): void =>
    renderScreen(<IncreaseScreen />, { path: '/office/increase/:id', address: `/office/increase/${id}`, roles: as });
  const moved = () => stub.calls(`POST /priceincrease/${id}/state`).map(({ body }) => body);

  it('says to the cent what it comes to, who is skipped and why', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Super Kiss 2027' })).toBeTruthy();
    for (const words of ['$94.47', '$103.92', '$9.45', '1 skipped, 0 failed', 'The price guarantee ends later'])
      expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByText(/signed up before 06\/01\/2026, created by Sam Fuller/)).toBeTruthy();
    expect(await screen.findByText('The price is guaranteed until 05/10/2027')).toBeTruthy();
  });

  it('begins with the dry run', async () => {
    stub.on(`POST /priceincrease/${id}/state`, { body: { ...increase, state: 'checking' } });
    open();
    const start = await screen.findByRole('button', { name: 'Start Dry Run' });
    expect(screen.queryByRole('button', { name: 'Run' })).toBeNull();
    stub.on(`GET /priceincrease/${id}`, of('checking', 'planned'));
    stub.on(`GET /priceincrease/${id}/members`, { body: { members: [{ ...member, name: 'Ben Stone' }], next_page: null } });
    await userEvent.click(start);
    expect(await screen.findByText('Ben Stone')).toBeTruthy();
    expect(await screen.findByText('3 members left to check with Stripe')).toBeTruthy();
    expect(moved()).toEqual([{ state: 'checking' }]);
    // the result of the dry run is shown once it has ended
    stub.on(`GET /priceincrease/${id}/members`, { body: { members: [{ ...member, name: 'Cora Lane' }], next_page: null } });
    stub.on(`GET /priceincrease/${id}`, of('checked'));
    expect(await screen.findByText('Cora Lane')).toBeTruthy();
  });

  it('runs after a question, pauses and resumes', async () => {
    stub.on(`GET /priceincrease/${id}`, of('checked'));
    stub.on(`POST /priceincrease/${id}/state`, { body: { ...increase, state: 'running' } });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Run' }));
    expect(await screen.findByText('Schedule higher prices for 3 members starting 02/01/2027?')).toBeTruthy();
    expect(moved()).toEqual([]);
    stub.on(`GET /priceincrease/${id}`, of('running'));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Run Increase' }).disabled).toBe(true);
    await userEvent.type(screen.getByLabelText('Type 3 to run'), '4{Enter}');
    expect(moved()).toEqual([]);
    await userEvent.type(screen.getByLabelText('Type 3 to run'), '{Backspace}3');
    await userEvent.click(screen.getByRole('button', { name: 'Run Increase' }));
    expect(await screen.findByText('0 of 3 members done')).toBeTruthy();
    stub.on(`GET /priceincrease/${id}`, of('paused'));
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Resume' }));
    await userEvent.type(await screen.findByLabelText('Type 3 to run'), '3{Enter}');
    await waitFor(() => expect(moved()).toEqual([{ state: 'running', members: 3 }, { state: 'paused' }, { state: 'running', members: 3 }]));
  });

  it.each([Role.Reporter, Role.PriceManager])('is only seen with role %d', async (role) => {
    stub.on(`GET /priceincrease/${id}`, of('paused'));
    open(role);
    expect(await screen.findByText('Only Schedulers and Admins run, pause or undo it.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
  });

  it('shows what another person did with it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    stub.on(`GET /priceincrease/${id}`, of('paused'));
    open();
    await screen.findByRole('button', { name: 'Resume' });
    stub.on(`GET /priceincrease/${id}`, of('undoing', 'scheduled'));
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await screen.findByText('Releasing the schedules.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
    vi.useRealTimers();
  });

  it('repeats its dry run once that is old', async () => {
    const { body } = of('checked');
    stub.on(`GET /priceincrease/${id}`, { body: { ...body, checked: '2026-11-10T15:00:00.000Z' } });
    stub.on(`POST /priceincrease/${id}/state`, { status: 409, body: stubError('dry_run_old', 'The dry run is more than 7 days old') });
    open();
    expect((await screen.findByText(/^Dry run finished/)).textContent).toMatch(/11\/10/);
    await userEvent.click(screen.getByRole('button', { name: 'Run' }));
    await userEvent.type(await screen.findByLabelText('Type 3 to run'), '3{Enter}');
    expect(await screen.findByText('The dry run is more than 7 days old')).toBeTruthy();
    stub.on(`POST /priceincrease/${id}/state`, { body: { ...increase, state: 'checking' } });
    await userEvent.click(screen.getByRole('button', { name: 'Repeat Dry Run' }));
    await waitFor(() => expect(moved().at(-1)).toEqual({ state: 'checking' }));
  });

  it('is undone after a question, and says why it cannot be', async () => {
    stub.on(`GET /priceincrease/${id}`, of('done', 'scheduled'));
    stub.on(`POST /priceincrease/${id}/state`, { status: 409, body: stubError('too_late', 'The new prices are already in effect') });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await userEvent.type(await screen.findByLabelText(/^Type \d+ to undo$/), '3{Enter}');
    expect(await screen.findByText('The new prices are already in effect')).toBeTruthy();
  });

  it('shows the members of one state, and all of it as a file', async () => {
    open();
    await screen.findByText('Ada Moore');
    await userEvent.click(screen.getByRole('combobox', { name: 'Show' }));
    await userEvent.click(await screen.findByTitle('Failed'));
    await waitFor(() => expect(stub.calls(`GET /priceincrease/${id}/members`).at(-1)?.query).toEqual({ state: 'refused' }));
    expect(screen.getByRole('button', { name: 'Download CSV: Members' })).toBeTruthy();
    await screen.findAllByText('Joliet');
    expect(await downloadedCsv('Download CSV: Prices')).toEqual(['Site,Plan,Old price,New price', 'Joliet,Super Kiss,29.99,32.99']);
  });

  it('that is not there is said so', async () => {
    stub.on(`GET /priceincrease/${id}`, { status: 404, body: stubError('increase_not_found', 'Price increase not found') });
    open();
    expect(await screen.findByText('Price increase not found')).toBeTruthy();
  });
});
