import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import type { Schedule } from '@washdesk/contracts/members/customer-parts';
import { Role } from '@washdesk/rules/company/roles';
import { stubError, type StubApi, type StubCall } from '../../../../testing/api.ts';
import { apiOf, showCustomer } from '../customer-screen.fixture.tsx';
import { aCard } from '../payments/payments.fixture.ts';
import { anEnding, aPlan, aSubscription } from '../subscription.fixture.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  sessionStorage.clear();
});

const age = { age: 0, stale: false };
const product = { id: 'prod_1', name: 'Super Kiss', metadata: { downgrade_class: 'Kiss' } };
const plan = { id: 'price_1', nickname: null, amount: 2_999, total: 2_999, product };

const superKiss = aPlan({});
const kiss = aPlan({ PlanId: 'price_2', PlanName: 'Kiss', PlanPrice: 1_999 });

const preview: Preview = {
  due_today: 1_014,
  tax: 48,
  lines: [],
  from: 1_790_000_000,
  proration_date: 1_790_000_000,
  balance: { before: 0, after: 0 },
  next: null,
};

function withPlan(more: Partial<Subscription>): StubApi {
  const api = apiOf();
  const subscriptions = [aSubscription({ plan, ...more })];
  api.on('GET /customer/cus_1/subscriptions', { body: { subscriptions, count: 1, next_page: null, ...age } });
  api.on('GET /customer/cus_1/cards', { body: { cards: [aCard({})], count: 1, next_page: null, ...age } });
  api.on('GET /customer/cus_1/invoices', { body: { invoices: [], count: 0, next_page: null, ...age } });
  api.on('POST /subscription/sub_1/preview', { body: preview });
  return api;
}

const show = (roles: number = Role.Cashier) => showCustomer({ hash: '#subscriptions', roles });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (name: string | RegExp) => userEvent.click(await screen.findByRole('menuitem', { name }));
const dialogNamed = (name: string) => screen.findByRole('dialog', { name });
async function confirm(dialog: HTMLElement, name: RegExp): Promise<void> {
  const button = within(dialog).getByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
}

describe('a reinstatement', () => {
  const begin = async (mode: string, { roles = 1, warnings = [] }: { roles?: number; warnings?: string[] } = {}) => {
    const api = withPlan(mode.startsWith('discontinue') ? { cancel_at_period_end: true } : { status: 'canceled' });
    const body = { mode, plans: [superKiss, kiss], chosen: 'price_1', monthsSinceCanceled: 1, warnings };
    api.on('GET /subscription/sub_1/plans', { body });
    show(roles);
    await press('Reinstate');
    const dialog = await dialogNamed('Confirm Reinstate');
    await within(dialog).findByText(/^Super Kiss, \$29\.99 a month/);
    return { api, dialog };
  };
  const ticks = (dialog: HTMLElement) =>
    within(dialog)
      .queryAllByRole('checkbox')
      .map((box) => box.closest('label')?.textContent);

  it('of a plan that has ended is charged on the terms that were previewed; a free month excludes the others', async () => {
    const { api, dialog } = await begin('ordinary');
    expect(ticks(dialog)).toEqual(['Free For Month', 'Do not prorate', 'Charge For Last Month']);
    const tick = (name: string) => within(dialog).getByRole<HTMLInputElement>('checkbox', { name });
    await userEvent.click(tick('Free For Month'));
    await userEvent.click(tick('Charge For Last Month'));
    expect(tick('Free For Month').checked).toBe(false);
    const subscription = aSubscription({ id: 'sub_2' });
    api.on('POST /subscription/sub_1/reinstate', { body: { mode: 'ordinary', receipt: true, subscription } });
    await confirm(dialog, /^Reinstate/);
    expect(await screen.findByText('Super Kiss is reinstated. Paid $10.14.')).toBeTruthy();
    const terms = { price: 'price_1', FreeForMonth: false, DoNotProrate: false, ChargeForLastMonth: true };
    expect(api.calls('POST /subscription/sub_1/preview').at(-1)?.body).toEqual({ change: 'reinstate', ...terms });
    const [call] = api.calls('POST /subscription/sub_1/reinstate');
    expect(call?.query).toEqual({ mode: 'ordinary' });
    expect(call?.body).toEqual({ ...terms, from: 1_790_000_000 });
  });

  it('that is declined says the code, and warnings are told before', async () => {
    const warnings = [
      'Customer went uncollected for this month',
      'Customer had canceled prior to price increase. Reinstating at increased Amount.',
    ];
    const { api, dialog } = await begin('nonpayment-reinstate', { warnings });
    for (const words of warnings) expect(within(dialog).getByText(words)).toBeTruthy();
    expect(ticks(dialog)).toEqual(['Do not prorate']);
    const words = 'The Card was declined with a decline code of [insufficient_funds]';
    api.on('POST /subscription/sub_1/reinstate', { status: 402, body: stubError('card_declined', words) });
    await confirm(dialog, /^Reinstate/);
    expect(await within(dialog).findByText(words)).toBeTruthy();
  });

  it('before the end has neither choices nor a card', async () => {
    const { dialog } = await begin('discontinue-reinstate');
    expect(ticks(dialog)).toEqual([]);
    expect(within(dialog).queryByRole('radio')).toBeNull();
  });

  it('offers other plans only to SupportCenter and above, once Shift and the tilde key were pressed', async () => {
    const tilde = () => fireEvent.keyDown(document.body, { key: '~', shiftKey: true });
    const { api, dialog } = await begin('ordinary', { roles: Role.SupportCenter });
    expect(within(dialog).queryByRole('combobox')).toBeNull();
    tilde();
    await userEvent.click(await within(dialog).findByRole('combobox', { name: 'Plan' }));
    await userEvent.click(await screen.findByTitle('Kiss, $19.99 a month'));
    await waitFor(() => expect(api.calls('POST /subscription/sub_1/preview').at(-1)?.body).toMatchObject({ price: 'price_2' }));
    cleanup();
    const below = await begin('ordinary', { roles: Role.SalesManager });
    tilde();
    expect(within(below.dialog).queryByRole('combobox')).toBeNull();
  });

  it('whose plans cannot be found says so', async () => {
    const api = withPlan({ status: 'canceled' });
    const words = 'Failed to Load Reinstate Price Options';
    api.on('GET /subscription/sub_1/plans', { status: 404, body: stubError('no_reinstate_plan', words) });
    show();
    await press('Reinstate');
    expect(await screen.findByText(words)).toBeTruthy();
  });
});

describe('a downgrade', () => {
  it('below SalesManager is approved, and the cap on its price is told', async () => {
    const api = withPlan({});
    const body = { mode: 'downgrade', plans: [kiss], chosen: 'price_2', monthsSinceCanceled: null, warnings: [] };
    api.on('GET /subscription/sub_1/plans', { body });
    api.on('POST /subscription/sub_1/downgrade', ({ headers }: StubCall) =>
      headers.get('x-approval')
        ? { body: { subscriptions: [], message: 'The price is capped at $29.99.' } }
        : { status: 403, body: stubError('forbidden', 'You may not do this') },
    );
    api.on('POST /auth/stepup', approved);
    show();
    await press('More');
    await choose('Downgrade (needs approval)');
    await confirm(await dialogNamed('Confirm Downgrade'), /^Downgrade/);
    expect(await screen.findByText('Downgrade to Kiss for $19.99 a month')).toBeTruthy();
    await approve();
    expect(await screen.findByText('Downgraded to Kiss. The price is capped at $29.99.')).toBeTruthy();
  });

  it('without a plan to go to says so', async () => {
    const api = withPlan({});
    api.on('GET /subscription/sub_1/plans', { status: 404, body: stubError('no_downgrade_plan', 'Failed to Find Downgrade Plan') });
    show(Role.SalesManager);
    await press('Downgrade');
    expect(await screen.findByText('Failed to Find Downgrade Plan')).toBeTruthy();
  });
});

describe('a price increase', () => {
  const first = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 2, 1) / 1_000;
  const ahead: Schedule = {
    id: 'sched_1',
    subscription: 'sub_1',
    status: 'active',
    phases: [{ start_date: first + 36_000, end_date: null, items: [{ price: 'price_3', nickname: null, amount: 3_499, total: 3_674 }] }],
    metadata: {},
  };
  const withIncrease = (): StubApi => {
    const api = withPlan({ schedule: { id: 'sched_1', status: 'active', phases: [] } });
    api.on('GET /customer/cus_1/schedules', { body: { schedules: [ahead], count: 1, next_page: null, ...age } });
    api.on('DELETE /subscriptionschedule/sched_1', { body: { subscriptions: [] } });
    return api;
  };

  it('is for the first of one of the next six months, and one that is under 30 days ahead warns', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2026-11-20T16:00:00Z'), toFake: ['Date'] });
    const api = withPlan({});
    const price = { ...aPlan({ PlanId: 'price_3', PlanPrice: 3_499, PlanTotal: 3_674 }), active: true };
    const paid = { ...superKiss, active: true, increase: false, paid: true };
    api.on('GET /subscription/sub_1/prices', { body: { prices: [paid, { ...price, increase: true, paid: false }] } });
    api.on('POST /subscriptionschedule', { body: { subscriptions: [] } });
    show(Role.Scheduler);
    await press('More');
    await choose('Schedule Increase');
    const dialog = await dialogNamed('Schedule Price Increase');
    await userEvent.click(await within(dialog).findByRole('radio', { name: /^\$36\.74 with tax Super Kiss/ }));
    expect(within(dialog).getByText(/^This is less than 30 days away/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Effective date' }));
    const dates = (await screen.findAllByTitle(/^\d\d\/01\/\d{4}$/)).filter((one) => one.className.includes('option'));
    expect(dates.map(({ title }) => title)).toEqual(['12/01/2026', '01/01/2027', '02/01/2027', '03/01/2027', '04/01/2027', '05/01/2027']);
    await userEvent.click(dates[1]!);
    await waitFor(() => expect(within(dialog).queryByText(/^This is less than 30 days away/)).toBeNull());
    await confirm(dialog, /^Schedule Increase/);
    expect(await screen.findByText('$36.74 a month with tax starting 01/01/2027.')).toBeTruthy();
    expect(api.calls('POST /subscriptionschedule')[0]?.body).toEqual({
      subscriptionId: 'sub_1',
      originalPrice: 'price_1',
      newPrice: 'price_3',
      increasedPrice: 3_499,
      effectiveDate: '2027-01-01',
    });
  });

  it('to a price outside the range of the product class cannot be confirmed, and the limits are named', async () => {
    const api = withPlan({});
    const price = { ...aPlan({ PlanId: 'price_3', PlanPrice: 4_999 }), active: true, increase: true, paid: false };
    api.on('GET /subscription/sub_1/prices', { body: { prices: [{ ...superKiss, active: true, increase: false, paid: true }, price] } });
    const words = '$49.99 is outside the price range of Super Kiss for cars: $22.99 to $44.99';
    api.on('POST /subscription/sub_1/preview', { status: 409, body: stubError('price_out_of_range', words) });
    show(Role.Scheduler);
    await press('More');
    await choose('Schedule Increase');
    const dialog = await dialogNamed('Schedule Price Increase');
    await userEvent.click(await within(dialog).findByRole('radio', { name: /\$49\.99/ }));
    expect(await within(dialog).findByText(words)).toBeTruthy();
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Schedule Increase/ }).disabled).toBe(true);
  });

  it('that lies ahead is said and released by SupportCenter', async () => {
    const api = withIncrease();
    show(Role.SupportCenter);
    expect((await screen.findByRole('listitem', { name: 'Super Kiss' })).textContent).toContain('$36.74 a month with tax starting');
    await press('More');
    await choose('Release Schedule');
    const dialog = await dialogNamed('Release Price Increase Schedule');
    expect(dialog.textContent).toContain('The increase to $36.74 a month with tax on');
    expect(dialog.textContent).toContain('$29.99 a month stays');
    await confirm(dialog, /^Release Schedule/);
    expect(await screen.findByText('The price increase is released.')).toBeTruthy();
    expect(api.calls('DELETE /subscriptionschedule/sched_1')).toHaveLength(1);
  });

  it('is released by SalesManager with an approval on this screen, before anything is sent', async () => {
    const api = withIncrease();
    api.on('POST /auth/stepup', approved);
    show(Role.SalesManager);
    await press('More');
    await choose('Release Schedule (needs approval)');
    await confirm(await dialogNamed('Release Price Increase Schedule'), /^Release Schedule/);
    await screen.findByLabelText("Manager's username");
    expect(api.calls('DELETE /subscriptionschedule/sched_1')).toEqual([]);
    await approve();
    expect(await screen.findByText('The price increase is released.')).toBeTruthy();
    expect(api.calls('DELETE /subscriptionschedule/sched_1')[0]?.headers.get('x-approval')).toBe('token');
  });
});

describe('a plan whose first payment never went through', () => {
  it('is ended for a reason, with what becomes of its invoice', async () => {
    const api = withPlan({ status: 'incomplete' });
    const reasons = [{ reasonvalue: 'moved', reasontext: 'Moved away', kinds: ['discontinue'] }];
    api.on('GET /meta/reasons', { body: { reasons, count: 1 } });
    const voided = [{ id: 'in_1', number: null, amount_remaining: 2_999 }];
    api.on('GET /subscription/sub_1/ending', { body: anEnding({ voided_invoices: voided }) });
    api.on('POST /subscription/sub_1/discontinue', { body: { subscriptions: [], warning: null } });
    show();
    await press('End Plan');
    const dialog = await dialogNamed('End Incomplete Plan');
    expect(await within(dialog).findByText('The invoice for $29.99 is canceled.')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Reason' }));
    await userEvent.click(await screen.findByTitle('Moved away'));
    await confirm(dialog, /^End Plan/);
    expect(await screen.findByText('The plan has ended.')).toBeTruthy();
    expect(api.calls('POST /subscription/sub_1/discontinue')[0]?.body).toEqual({ reason: 'Moved away' });
  });
});

const approved = {
  body: { approval: 'token', approver: { id: '105', name: 'Sue Stone' }, expires: '2026-11-20T16:01:00.000Z', amount: null },
};

async function approve(): Promise<void> {
  await userEvent.type(await screen.findByLabelText("Manager's username"), 'sue');
  await userEvent.type(screen.getByLabelText("Manager's password"), 'long enough{Enter}');
}
