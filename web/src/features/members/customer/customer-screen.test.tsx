import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scriptedCollector } from '../../../domain/card-capture/collector.fixture.ts';
import { CardError, cardMessages } from '../../../lib/card-reader/card-error.ts';
import { stubError, type StubApi } from '../../../testing/api.ts';
import { aCustomer } from '../../../testing/customer.ts';
import { apiOf, showCustomer as show } from './customer-screen.fixture.tsx';
import { aSubscription } from './subscription.fixture.ts';

const member = aCustomer({
  name: 'Zoë Member',
  email: 'zoe@mail.example',
  metadata: { CustomerCode: 'ABC123-IL', CarColor: 'Red', CarMake: 'FORD', CarModel: 'F-150' },
  cards: [{ brand: 'visa', last4: '4242' }],
  firstName: 'Zoë',
  lastName: 'Member',
});

let api: StubApi;

describe('CustomerScreen', () => {
  beforeEach(() => {
    api = apiOf();
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('shows who this is and leads to the sign-up where there is no subscription', async () => {
    api.on('GET /customer/cus_1/general', { body: member });
    show();
    expect(await screen.findByRole('heading', { name: 'Zoë Member' })).toBeTruthy();
    expect(screen.getAllByRole('img', { name: 'Plate ABC123-IL' }).length).toBeGreaterThan(0);
    expect((await screen.findByRole('form', { name: 'Customer Info' })).textContent).toContain('Red FORD F-150');
    expect(screen.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/customers/new?customer=cus_1');
  });

  it('leads to the sign-up from a canceled subscription, but not from a running one', async () => {
    const subscription = (status: string) => aSubscription({ status });
    api.on('GET /customer/cus_1/general', { body: { ...member, subscriptions: { data: [subscription('canceled')] } } });
    show();
    expect(await screen.findByRole('link', { name: 'Sign Up' })).toBeTruthy();
    cleanup();
    api.on('GET /customer/cus_1/general', { body: { ...member, subscriptions: { data: [subscription('active')] } } });
    show();
    expect(await screen.findByText('Active')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Sign Up' })).toBeNull();
  });

  it('leads to the sign-up from a plan whose first payment has not gone through, and calls nothing paid', async () => {
    const started = aSubscription({ status: 'incomplete', current_period_end: 1_796_083_200 });
    api.on('GET /customer/cus_1/general', { body: { ...member, subscriptions: { data: [started] } } });
    show();
    const link = await screen.findByRole('link', { name: 'Sign Up' });
    expect(link.getAttribute('href')).toBe('/customers/new?customer=cus_1');
    expect(await screen.findByText('The first payment hasn’t gone through.')).toBeTruthy();
  });

  it('offers no sign-up for a deleted customer and says why', async () => {
    api.on('GET /customer/cus_1/general', { body: { ...member, deleted: true } });
    show();
    expect(await screen.findByText('Customer has been deleted and cannot be signed up for a subscription')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Sign Up' })).toBeNull();
  });

  it('opens the tab that the address names, and the first where the role does not see it', async () => {
    api.on('GET /customer/cus_1/metadata', { body: { metadata: { CustomerCode: 'ABC123-IL' }, age: 0, stale: false } });
    show({ hash: '#metadata', roles: 256 });
    expect(await screen.findByRole('cell', { name: 'ABC123-IL' })).toBeTruthy();
    cleanup();
    show({ hash: '#metadata', roles: 4 });
    expect(await screen.findByRole('tab', { name: 'Customer Info', selected: true })).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Metadata Viewer' })).toBeNull();
  });

  it('keeps who it is above every tab, and each tab fails and tries again alone', async () => {
    api.on('GET /customer/cus_1/usage', 'lost');
    show();
    await userEvent.setup().click(await screen.findByRole('tab', { name: 'Usage' }));
    expect(await screen.findByText('Error Loading Usage Information')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Zoë Member' })).toBeTruthy();
    api.on('GET /customer/cus_1/usage', {
      body: {
        summary: [],
        averages: { average12: 0, average6: 0 },
        trend: 'No Usage',
        badge: 'none',
        detail: [],
        count: 0,
        next_page: null,
      },
    });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No Usage Found')).toBeTruthy();
  });

  it.each([
    [cardMessages.notFound, 'Failed to Find Card Reader'],
    [cardMessages.notConfirmed, 'Failed to Confirm Payment Method'],
    [cardMessages.noSetup, cardMessages.noSetup],
  ])('says of a card that was not taken (%s): %s', async (atRegister, here) => {
    api.on('GET /customer/cus_1/charges', { body: { charges: [], count: 0, next_page: null, disputes_counted: 0 } });
    api.on('GET /customer/cus_1/invoices', { body: { invoices: [], count: 0, next_page: null } });
    api.on('GET /customer/cus_1/cards', { body: { cards: [], count: 0, next_page: null } });
    show({ hash: '#payments', reader: scriptedCollector([], { errors: [new CardError(atRegister)] }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Capture New Card' }));
    expect(await screen.findByText(here)).toBeTruthy();
  });

  it('shows what an act changed, and keeps the page and what was typed if it cannot be read again', async () => {
    api.on('GET /customer/cus_1/general', { body: member });
    api.on('POST /firebird/customer', { body: { customer_objid: 17, site: 12 } });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Contact' }));
    await userEvent.type(screen.getByLabelText('Phone'), '8155550199');
    api.on('GET /customer/cus_1/general', 'lost');
    await userEvent.click(screen.getByRole('button', { name: 'Update Sitewatch' }));
    expect(await screen.findByText('Error Loading General Customer Information')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Phone (changed)').value).toBe('8155550199');
    api.on('GET /customer/cus_1/general', { body: { ...member, name: 'Zoë Renamed' } });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Zoë Renamed' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Phone (changed)').value).toBe('8155550199');
  });

  it('says that there is no such customer', async () => {
    api.on('GET /customer/cus_1/general', { status: 404, body: stubError('customer_not_found', 'Nobody') });
    show();
    expect(await screen.findByText('Customer Not Found')).toBeTruthy();
  });

  it('says what failed and tries again', async () => {
    api.on('GET /customer/cus_1/general', 'lost');
    show();
    expect(await screen.findByText('Error Loading General Customer Information')).toBeTruthy();
    api.on('GET /customer/cus_1/general', { body: member });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Zoë Member' })).toBeTruthy();
  });
});
