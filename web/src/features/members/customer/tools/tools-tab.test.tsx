import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { Role } from '@washdesk/rules/company/roles';
import { stubError, type StubApi } from '../../../../testing/api.ts';
import { aCustomer, type GeneralCustomer } from '../../../../testing/customer.ts';
import { apiOf, showCustomer } from '../customer-screen.fixture.tsx';
import { anEnding, aSubscription } from '../subscription.fixture.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const whole = {
  name: 'Member, Zoë',
  firstName: 'Zoë',
  lastName: 'Member',
  email: 'zoe@mail.example',
  metadata: { CustomerCode: 'ABC123-IL', SecondaryCode: '12345+678901', CarMake: 'FORD', CarModel: 'F-150', CarColor: 'Red' },
} satisfies Partial<GeneralCustomer>;

function withPlans(customer: Partial<GeneralCustomer>, plans: Subscription[] = []): StubApi {
  const api = apiOf({ ...whole, ...customer });
  api.on('GET /customer/cus_1/subscriptions', {
    body: { subscriptions: plans, count: plans.length, next_page: null, age: 0, stale: false },
  });
  api.on('GET /meta/reasons', { body: { reasons: [{ reasonvalue: 'moved', reasontext: 'Moved away', kinds: ['terminate'] }], count: 1 } });
  return api;
}

const show = (roles: number = Role.Cashier) => showCustomer({ hash: '#tools', roles });
const tool = (name: string) => screen.findByRole('listitem', { name });
const buttonIn = (place: HTMLElement, name: RegExp) => within(place).getByRole<HTMLButtonElement>('button', { name });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const checksIn = (place: HTMLElement) =>
  within(place)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('Complete Customer', () => {
  const online = aSubscription({ metadata: { incomplete: 'true' } });

  it('asks for the vehicle to be looked at, completes the plan, and is shown to incomplete customers alone', async () => {
    const api = withPlans({ incomplete: true }, [aSubscription({ id: 'sub_old', status: 'canceled', created: 1 }), online]);
    api.on('POST /subscription/sub_1/metadata', { body: { subscriptions: [] } });
    show();
    await press('Complete Customer');
    const dialog = await screen.findByRole('dialog', { name: 'Confirm Customer Is Complete' });
    expect(checksIn(dialog)).toEqual([
      "Name in 'Last, First'Member, Zoë",
      'Tag12345+678901',
      'PlateABC123-IL',
      'Make, model and colorRed FORD F-150',
      'Emailzoe@mail.example',
    ]);
    expect(buttonIn(dialog, /^Complete Customer/).disabled).toBe(true);
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'I checked the vehicle: Red FORD F-150' }));
    await userEvent.click(buttonIn(dialog, /^Complete Customer/));
    expect(await screen.findByText('Sign-up complete. The sale is credited to you.')).toBeTruthy();
    const [call] = api.calls('POST /subscription/sub_1/metadata');
    expect(call?.body).toEqual({ incomplete: 'false' });
    expect(call?.headers.get('idempotency-key')).toBeTruthy();
    cleanup();
    withPlans({});
    show();
    await tool('Clone Customer');
    expect(screen.queryByRole('listitem', { name: 'Complete Customer' })).toBeNull();
  });

  it('says what is missing, and leads to where it is entered', async () => {
    const api = withPlans({ incomplete: true, name: 'Zoë Member', email: null, metadata: { CustomerCode: 'ABC 123', CarMake: 'FORD' } }, [
      online,
    ]);
    show();
    await press('Complete Customer');
    const dialog = await screen.findByRole('dialog', { name: 'Confirm Customer Is Complete' });
    expect(checksIn(dialog)).toEqual([
      "Name in 'Last, First'Zoë Member must be 'Last, First'",
      'Tagis missing',
      'PlateABC 123 must be 1 to 8 letters or digits, a hyphen and a 2-letter state',
      'Make, model and colorFORD the model is missing, the color is missing',
      'Emailmust be an email address',
    ]);
    expect(within(dialog).queryByRole('checkbox')).toBeNull();
    expect(buttonIn(dialog, /^Complete Customer/).disabled).toBe(true);
    await userEvent.click(within(dialog).getByRole('link', { name: 'Customer Info' }));
    expect(await screen.findByRole('tab', { name: 'Customer Info', selected: true })).toBeTruthy();
    expect(api.calls('POST /subscription/sub_1/metadata')).toEqual([]);
  });

  it('of a customer without any plan says so, and a refusal stays', async () => {
    withPlans({ incomplete: true });
    show();
    await press('Complete Customer');
    expect(await screen.findByText('No sign-up to complete. This customer has never had a plan.')).toBeTruthy();
    cleanup();
    const api = withPlans({ incomplete: true }, [online]);
    api.on('POST /subscription/sub_1/metadata', { status: 409, body: stubError('already_complete', 'This sign-up is already complete') });
    show();
    await press('Complete Customer');
    const dialog = await screen.findByRole('dialog', { name: 'Confirm Customer Is Complete' });
    await userEvent.click(within(dialog).getByRole('checkbox'));
    await userEvent.click(buttonIn(dialog, /^Complete Customer/));
    expect(await within(dialog).findByText('This sign-up is already complete')).toBeTruthy();
  });
});

describe('Clone Customer', () => {
  const other = aCustomer({ ...whole, id: 'cus_2', metadata: { CustomerCode: 'NEW777-IL', clonedFrom: 'cus_1' } });
  const begin = async (): Promise<HTMLElement> => {
    show();
    await press('Clone Customer');
    return screen.findByRole('dialog', { name: 'Clone Customer to new Profile' });
  };
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  const scan = (code: string): void => {
    for (const key of ['$', ...Array.from(code), 'Enter']) fireEvent.keyDown(document.activeElement ?? document.body, { key });
  };

  it('takes plate and tag from a scanner, makes the new profile and goes there', async () => {
    const api = withPlans({});
    api.on('POST /customer', { body: other });
    api.on('GET /customer/cus_2/general', { body: { ...other, age: 0, stale: false } });
    const dialog = await begin();
    expect(buttonIn(dialog, /^Clone Customer/).disabled).toBe(true);
    scan('C6298921312345678');
    await waitFor(() => expect(field('New Plate').value).toBe('6298921312345678'));
    scan('R54321123456');
    await waitFor(() => expect(field('New Tag').value).toBe('54321+123456'));
    expect(api.calls('GET /customer/customercheck/6298921312345678').length).toBe(1);
    await userEvent.click(buttonIn(dialog, /^Clone Customer/));
    expect(await screen.findByText('Customer cloned. Opening the new profile.')).toBeTruthy();
    expect(api.calls('POST /customer')[0]?.body).toEqual({
      ClonedFrom: 'cus_1',
      CustomerCode: '6298921312345678',
      SecondaryCode: '54321+123456',
    });
    expect((await screen.findByRole('link', { name: 'ABC123-IL' })).getAttribute('href')).toBe('/customers/cus_1');
    // the new profile's tab has its own values
    const info = within(await screen.findByRole('form', { name: 'Customer Info' }));
    expect(await info.findByRole('img', { name: 'Plate NEW777-IL' })).toBeTruthy();
  });

  it('names who has the code already and empties the field', async () => {
    const api = withPlans({});
    const { age: _age, stale: _stale, ...holder } = aCustomer({ id: 'cus_9', name: 'Moore, Ada' });
    api.on('GET /customer/customercheck/ABC9-IL', { body: { customers: [holder] } });
    await begin();
    await userEvent.type(field('New Plate'), 'abc9-il');
    await userEvent.tab();
    expect(await screen.findByText('Existing Customer found with that plate/tag')).toBeTruthy();
    expect(screen.getByText('Moore, Ada')).toBeTruthy();
    expect(field('New Plate').value).toBe('');
  });

  it('says at its field what is wrong with a code, and warns of a scan that is none', async () => {
    const api = withPlans({});
    const dialog = await begin();
    await userEvent.type(field('New Plate'), 'what is this');
    await userEvent.type(field('New Tag'), '12345+111111{Enter}');
    expect(await within(dialog).findByText('New Plate must be 1 to 8 letters or digits, a hyphen and a 2-letter state')).toBeTruthy();
    expect(api.calls('POST /customer')).toEqual([]);
    api.on('POST /customer', { status: 409, body: stubError('code_taken', 'Existing Customer found with that plate/tag') });
    await userEvent.clear(field('New Plate'));
    await userEvent.type(field('New Plate'), 'NEW1-IL{Enter}');
    expect(await within(dialog).findByText('Existing Customer found with that plate/tag')).toBeTruthy();
  });

  it.each([
    [{ deleted: true }, 'A deleted customer can’t be cloned.'],
    [{ incomplete: true }, 'Complete this sign-up before you clone the customer.'],
    [{ metadata: { clonedTo: 'cus_2' } }, 'This customer was already cloned.'],
    [{ metadata: { clonedFrom: 'cus_2' } }, 'This customer is a clone and can’t be cloned again.'],
    [{ lastName: 'No LastName' }, "Unable to Find Customer's Last Name"],
    [{ firstName: 'No FirstName' }, "Unable to Find Customer's First Name"],
  ])('is not offered: %j', async (more, words) => {
    withPlans(more);
    show();
    const item = await tool('Clone Customer');
    expect(item.textContent).toContain(words);
    expect(buttonIn(item, /^Clone Customer/).disabled).toBe(true);
  });

  it('leaves a link to the other profile on the tab and in the head', async () => {
    const api = withPlans({ metadata: { ...whole.metadata, clonedTo: 'cus_2' } });
    api.on('GET /customer/cus_2/general', { body: other });
    show();
    const links = await waitFor(() => {
      const all = screen.getAllByRole('link', { name: 'NEW777-IL' });
      expect(all.length).toBe(2);
      return all;
    });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/customers/cus_2', '/customers/cus_2']);
  });
});

describe('Delete Customer', () => {
  const begin = async (): Promise<HTMLElement> => {
    show(Role.SalesManager);
    await press('Delete Customer');
    return screen.findByRole('dialog', { name: 'Confirm Delete Customer' });
  };

  it('needs a reason, deletes and goes home', async () => {
    const api = withPlans({}, [aSubscription({ status: 'canceled' })]);
    api.on('DELETE /customer/cus_1', { body: { id: 'cus_1', deleted: true } });
    const dialog = await begin();
    await userEvent.type(within(dialog).getByLabelText('Reason'), ' ');
    expect(buttonIn(dialog, /^Delete Customer/).disabled).toBe(true);
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'Asked for it');
    await waitFor(() => expect(buttonIn(dialog, /^Delete Customer/).disabled).toBe(false));
    await userEvent.click(buttonIn(dialog, /^Delete Customer/));
    expect(await screen.findByText('Customer deleted.')).toBeTruthy();
    expect(api.calls('DELETE /customer/cus_1')[0]?.query).toEqual({ reason: 'Asked for it' });
    expect(await screen.findByText('At /')).toBeTruthy();
  });

  it('terminates a plan that runs first, and keeps the reason', async () => {
    const api = withPlans({}, [aSubscription({})]);
    api.on('GET /subscription/sub_1/ending', { body: anEnding({}) });
    api.on('POST /subscription/sub_1/terminate', () => {
      const ended = { subscriptions: [aSubscription({ status: 'canceled' })], count: 1, next_page: null, age: 0, stale: false };
      api.on('GET /customer/cus_1/subscriptions', { body: ended });
      return { body: { subscriptions: [], warning: null, open_invoices: [] } };
    });
    const dialog = await begin();
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'Asked for it');
    expect(await within(dialog).findByText('Super Kiss is still active. Terminate it first.')).toBeTruthy();
    expect(buttonIn(dialog, /^Delete Customer/).disabled).toBe(true);
    await userEvent.click(buttonIn(dialog, /^Terminate Super Kiss/));
    const terminate = await screen.findByRole('dialog', { name: 'Confirm Terminate' });
    await userEvent.click(within(terminate).getByRole('combobox', { name: 'Reason' }));
    await userEvent.click(await screen.findByTitle('Moved away'));
    await waitFor(() => expect(buttonIn(terminate, /^Terminate/).disabled).toBe(false));
    await userEvent.click(buttonIn(terminate, /^Terminate/));
    await screen.findByText('The plan has ended.');
    const again = await screen.findByRole('dialog', { name: 'Confirm Delete Customer' });
    expect(within(again).getByLabelText<HTMLInputElement>('Reason').value).toBe('Asked for it');
    await waitFor(() => expect(buttonIn(again, /^Delete Customer/).disabled).toBe(false));
  });

  it('waits for a discontinued plan, and shows why the API refuses', async () => {
    const end = Date.parse('2026-12-01T18:00:00Z') / 1_000;
    withPlans({}, [aSubscription({ cancel_at_period_end: true, current_period_end: end })]);
    expect(
      await within(await begin()).findByText('Super Kiss is discontinued and runs until 12/01/2026. Delete the customer after that.'),
    ).toBeTruthy();
    cleanup();
    const api = withPlans({});
    const refused = stubError('plan_running', 'This customer has an active plan. Terminate it first');
    api.on('DELETE /customer/cus_1', { status: 409, body: refused });
    const dialog = await begin();
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'x');
    await waitFor(() => expect(buttonIn(dialog, /^Delete Customer/).disabled).toBe(false));
    await userEvent.click(buttonIn(dialog, /^Delete Customer/));
    expect(await within(dialog).findByText(refused.message)).toBeTruthy();
  });

  it('is for SalesManager and above, not for a deleted customer, and waits for an incomplete one', async () => {
    withPlans({});
    show(Role.User);
    await tool('Clone Customer');
    expect(screen.queryByRole('button', { name: 'Delete Customer' })).toBeNull();
    cleanup();
    withPlans({ deleted: true });
    show(Role.SalesManager);
    await tool('Clone Customer');
    expect(screen.queryByRole('button', { name: 'Delete Customer' })).toBeNull();
    cleanup();
    withPlans({ incomplete: true });
    show(Role.SalesManager);
    const item = await tool('Delete Customer');
    expect(item.textContent).toContain('Complete this sign-up before you delete the customer.');
    expect(buttonIn(item, /^Delete Customer/).disabled).toBe(true);
  });
});

describe('the comment in Sitewatch', () => {
  it('is cleared at the site of the session, after a question', async () => {
    const api = withPlans({});
    api.on('DELETE /firebird/comment/cus_1', { status: 503, body: stubError('site_unreachable', 'Joliet is not reachable') });
    show();
    await press('Clear Sitewatch Comment');
    expect(await screen.findByText('Clear the comment in the Sitewatch of Site 12?')).toBeTruthy();
    expect(api.calls('DELETE /firebird/comment/cus_1')).toEqual([]);
    await press('Clear Comment');
    expect(await screen.findByText('Joliet is not reachable')).toBeTruthy();
    api.on('DELETE /firebird/comment/cus_1', { body: { customer_objid: 17, site: 12 } });
    await press(/Clear Sitewatch Comment$/);
    await press('Clear Comment');
    expect(await screen.findByText('Comment cleared.')).toBeTruthy();
  });
});
