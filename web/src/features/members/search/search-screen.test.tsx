import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { Modal } from 'antd';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Customer } from '@washdesk/contracts/members/customer';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { SearchScreen } from './search-screen.tsx';

const customer = (id: string, name: string): Customer => ({
  id,
  name,
  email: `${id}@mail.example`,
  phone: '8155550100',
  created: 1_700_000_000,
  deleted: false,
  tax_exempt: 'none',
  address: null,
  metadata: { CustomerCode: 'ABC123-IL', SecondaryCode: '12345+678901' },
  subscriptions: {
    data: [
      {
        id: `sub_${id}`,
        status: 'past_due',
        created: 1_700_000_000,
        current_period_start: 1_700_000_000,
        current_period_end: 1_702_600_000,
        cancel_at_period_end: false,
        canceled_at: null,
        ended_at: null,
        terms: null,
        plan: { id: 'price_1', nickname: 'Super Kiss', amount: 2999, product: null },
      },
    ],
  },
  cards: [],
});
const found = (customers: Customer[], next: string | null = null) => ({
  body: { customers, count: customers.length, more: false, next_page: next },
});
const ann = customer('cus_1', 'Ann Member');
const bob = customer('cus_2', 'Bob Member');
const noPlan = { PlanName: null, active: false, expires: null, productClass: null, nonStripe: false };
const otherPlan = { PlanName: 'WASHCLUB GOLD', active: true, expires: '2026-12-31', productClass: null, nonStripe: true };

let api: StubApi;
let user: UserEvent;

const show = (address = '/search', roles: number = Role.Cashier): void =>
  renderScreen(<SearchScreen />, { path: '/search', address, roles });
const searchFor = (term: string): Promise<void> => user.type(screen.getByRole('textbox'), `${term}{Enter}`);

beforeEach(() => {
  api = stubApi();
  user = userEvent.setup();
  api.on('GET /dxt/ABC123-IL/clubplan', { body: noPlan });
  for (const term of ['nobody', 'ABC123-IL', 'abc123-il', '8155550100', 'ABC132-IL'])
    api.on(`GET /customer/suggestion/${term}`, { body: { customers: [] } });
});
afterEach(async () => {
  cleanup();
  // A dialog that stays open after its screen also stays open after its test.
  Modal.destroyAll();
  // the dialog has its own React root, which closes it a moment later
  await waitFor(() => {
    if (document.querySelector('.ant-modal-root')) throw new Error('Dialog still open');
  });
  vi.unstubAllGlobals();
});

describe('the search box', () => {
  it('asks for a value', async () => {
    show();
    await searchFor('  ');
    expect(await screen.findByText('Please specify a search value')).toBeTruthy();
  });

  it('searches by its key as well', async () => {
    api.on('GET /customer/search/nobody', found([]));
    show();
    await user.type(screen.getByRole('textbox'), 'nobody');
    await user.keyboard('{F2}');
    expect(await screen.findByText('Customer Not Found')).toBeTruthy();
  });

  it('has the focus', () => {
    show();
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });

  it('searches for what the address names', async () => {
    api.on('GET /customer/search/Member', found([ann, bob]));
    show('/search?searchString=Member');
    expect(await screen.findByRole('link', { name: 'Ann Member' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Member');
  });

  it('is filled by a scan, which searches at once', async () => {
    api.on('GET /customer/search/12345+678901', found([ann, bob]));
    api.on('GET /dxt/12345+678901/clubplan', { body: noPlan });
    show();
    await user.keyboard('$R12345678901');
    expect(await screen.findByRole('link', { name: 'Bob Member' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('12345+678901');
  });
});

describe('the results', () => {
  it('lead to the only customer by themselves', async () => {
    api.on('GET /customer/search/ABC123-IL', found([ann]));
    show();
    await searchFor('ABC123-IL');
    expect(await screen.findByText('At /customers/cus_1')).toBeTruthy();
  });

  it('show several customers with plate, tag and a status in words', async () => {
    api.on('GET /customer/search/Member', found([ann, bob]));
    show();
    await searchFor('Member');
    const row = await screen.findByRole('row', { name: /Ann Member/ });
    expect(within(row).getByRole('img', { name: 'Plate ABC123-IL' })).toBeTruthy();
    expect(within(row).getByRole('img', { name: 'Tag 12345+678901' })).toBeTruthy();
    expect(within(row).getByText('Payment due')).toBeTruthy();
    expect(within(row).getByRole('link', { name: 'Ann Member' }).getAttribute('target')).toBeNull();
    await user.click(within(row).getByText('Payment due'));
    expect(await screen.findByText('At /customers/cus_1')).toBeTruthy();
  });

  it('say which online sign-up a cashier has to complete', async () => {
    const [plan] = ann.subscriptions.data;
    const online: Customer = { ...ann, subscriptions: { data: [{ ...plan!, status: 'active', incomplete: true }] } };
    api.on('GET /customer/search/member', found([online, bob]));
    show();
    await searchFor('member');
    const row = (await screen.findByRole('link', { name: 'Ann Member' })).closest('tr')!;
    expect(within(row).getByText('Complete sign-up')).toBeTruthy();
    expect(screen.getAllByText('Complete sign-up')).toHaveLength(1);
  });

  it('carry Redeem, which leads to the redeem screen', async () => {
    api.on('GET /customer/search/Member', found([ann, bob]));
    show('/search?searchString=Member');
    await user.click(await screen.findByRole('link', { name: 'Redeem for Bob Member' }));
    expect(await screen.findByText('At /redeemunlimited')).toBeTruthy();
  });

  it('open in a new tab for sales managers and above', async () => {
    api.on('GET /customer/search/Member', found([ann, bob]));
    show('/search?searchString=Member', Role.SalesManager);
    expect((await screen.findByRole('link', { name: 'Ann Member' })).getAttribute('target')).toBe('_blank');
  });

  it('go ten forward by the cursor and back again', async () => {
    api.on('GET /customer/search/Member', ({ query }) =>
      query['page'] === 'c2' ? found([bob]) : found([ann, customer('cus_3', 'Cy Member')], 'c2'),
    );
    show('/search?searchString=Member');
    await user.click(await screen.findByRole('button', { name: 'Next 10 Results' }));
    expect(await screen.findByRole('link', { name: 'Bob Member' })).toBeTruthy();
    expect(screen.getByText('Page 2')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next 10 Results' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Previous 10 Results' }));
    expect(await screen.findByRole('link', { name: 'Ann Member' })).toBeTruthy();
  });

  it('of a term that finds too many say so', async () => {
    api.on('GET /customer/search/Member', { body: { customers: [ann, bob], count: 50, more: true, next_page: 'c2' } });
    show('/search?searchString=Member');
    expect(await screen.findByText('Showing the first 50. Type more to narrow the list.')).toBeTruthy();
  });

  it('show that no customer was found and lead to the sign-up', async () => {
    api.on('GET /customer/search/ABC123-IL', found([]));
    show();
    await searchFor('abc123-il');
    api.on('GET /customer/search/abc123-il', found([]));
    await searchFor('{Control>}a{/Control}abc123-il');
    expect(await screen.findByText('Customer Not Found')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Sign Up' }));
    expect(await screen.findByText('At /customers/new?code=ABC123-IL')).toBeTruthy();
  });

  it('lead to the sign-up with the phone that was searched for', async () => {
    api.on('GET /customer/search/8155550100', found([]));
    show('/search?searchString=8155550100');
    await user.click(await screen.findByRole('link', { name: 'Sign Up' }));
    expect(await screen.findByText('At /customers/new?phone=8155550100')).toBeTruthy();
  });

  it('suggest whom a near miss may mean', async () => {
    api.on('GET /customer/search/ABC132-IL', found([]));
    api.on('GET /dxt/ABC132-IL/clubplan', { body: noPlan });
    api.on('GET /customer/suggestion/ABC132-IL', { body: { customers: [ann] } });
    show('/search?searchString=ABC132-IL');
    const meant = await screen.findByRole('region', { name: 'Did you mean' });
    const signUp = screen.getByRole('link', { name: 'Sign Up' });
    expect(signUp.compareDocumentPosition(meant) & Node.DOCUMENT_POSITION_FOLLOWING, 'what comes later moves no button').toBeTruthy();
    await user.click(within(meant).getByRole('link', { name: 'Ann Member' }));
    expect(await screen.findByText('At /customers/cus_1')).toBeTruthy();
  });

  it('lead to the sign-up by its key', async () => {
    api.on('GET /customer/search/ABC123-IL', found([]));
    show('/search?searchString=ABC123-IL');
    expect(await screen.findByText('Customer Not Found')).toBeTruthy();
    await user.keyboard('{F10}');
    expect(await screen.findByText('At /customers/new?code=ABC123-IL')).toBeTruthy();
  });

  it("say what failed, with the server's message, and try again", async () => {
    api.on('GET /customer/search/Member', { status: 500, body: stubError('internal', 'The database is away') });
    show('/search?searchString=Member');
    expect(await screen.findByText('The database is away')).toBeTruthy();
    api.on('GET /customer/search/Member', found([ann, bob]));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('link', { name: 'Ann Member' })).toBeTruthy();
  });
});

describe('a club plan outside Stripe', () => {
  const title = 'Customer Found with Non Stripe club plan active';
  const sentence = 'Customer Found who is in a non Stripe club plan [WASHCLUB GOLD] that expires on 12/31/2026';

  it.each([
    ['a customer was found', [ann]],
    ['no customer was found at Stripe', []],
  ])('is told when %s', async (_when, customers) => {
    api.on('GET /customer/search/ABC123-IL', found(customers));
    api.on('GET /dxt/ABC123-IL/clubplan', { body: otherPlan });
    show('/search?searchString=ABC123-IL');
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
    expect(screen.getByText(sentence)).toBeTruthy();
  });

  it('is not asked for by a name', async () => {
    api.on('GET /customer/search/Member', found([ann, bob]));
    show('/search?searchString=Member');
    await screen.findByRole('link', { name: 'Ann Member' });
    expect(api.calls('GET /dxt/Member/clubplan')).toHaveLength(0);
  });

  it('does not hold the search up where the site is offline, and the screen says so', async () => {
    api.on('GET /customer/search/ABC123-IL', found([ann, bob]));
    api.on('GET /dxt/ABC123-IL/clubplan', { status: 503, body: stubError('site_unreachable', 'Site 12 is away') });
    show('/search?searchString=ABC123-IL');
    expect(await screen.findByRole('link', { name: 'Ann Member' })).toBeTruthy();
    expect(await screen.findByText(/Couldn’t check Sitewatch/)).toBeTruthy();
  });

  it('is read before the key leads to the sign-up', async () => {
    api.on('GET /customer/search/ABC123-IL', found([]));
    api.on('GET /dxt/ABC123-IL/clubplan', { body: otherPlan });
    show('/search?searchString=ABC123-IL');
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
    // the responses of the site and the search arrive in either order
    expect(await screen.findByText('Customer Not Found')).toBeTruthy();
    await user.keyboard('{F10}');
    expect(screen.getByText('Customer Not Found')).toBeTruthy();
  });
});
