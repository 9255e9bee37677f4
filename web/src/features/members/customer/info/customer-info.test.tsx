import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubError, type StubApi, type StubCall } from '../../../../testing/api.ts';
import { aCustomer, type GeneralCustomer } from '../../../../testing/customer.ts';
import { aLoyaltyMember, apiOf, aSummary, showCustomer } from '../customer-screen.fixture.tsx';
import { aSubscription } from '../subscription.fixture.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const ada: Partial<GeneralCustomer> = {
  name: 'Moore, Ada',
  phone: '8155550100',
  address: { line1: null, city: 'Joliet', state: 'IL', postal_code: '60435', country: 'US' },
  metadata: { CustomerCode: 'ABC123-IL', SecondaryCode: '12345+678901' },
};

function withAda(): StubApi {
  const api = apiOf(ada);
  api.on('POST /customer/cus_1', ({ body }) => {
    const { base: _base, ...wanted } = body as { base: object; phone?: string };
    return { body: aCustomer({ ...ada, ...wanted }) };
  });
  return api;
}

const aPlan = (metadata: Record<string, string>) => ({
  id: 'price_1',
  nickname: null,
  amount: 2_999,
  product: { id: 'prod_1', name: 'Interior', metadata },
});

const field = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name);
const vehicle = /^(Plate|Tag|TheCard|Make|Model|Color|Truck|Business|Tax)/;
/** Opens the part with a field, unless it is open. */
const edit = async (name: string | RegExp) => {
  const part = vehicle.test(String(name)) ? 'Edit Vehicle' : 'Edit Contact';
  await screen.findByRole('form', { name: 'Customer Info' });
  const button = screen.queryByRole('button', { name: part });
  if (button) await userEvent.click(button);
};
const retype = async (name: string | RegExp, text: string) => {
  await edit(name);
  const input = await field(name);
  await userEvent.clear(input);
  await userEvent.type(input, text);
};
const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save Changes' }));

describe('Customer Info', () => {
  it('marks what was changed and saves it alone, beside what it was; Cancel takes it back', async () => {
    const api = withAda();
    showCustomer();
    await retype('Phone', '8155550199');
    expect(await screen.findByText('1 field changed')).toBeTruthy();
    expect(await field('Phone (changed)')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('link', { name: '(815) 555-0100' })).toBeTruthy();
    await retype('Phone', '8155550199');
    await save();
    await waitFor(() => expect(screen.queryByText('1 field changed')).toBeNull());
    expect(await screen.findByText('Phone changed to 8155550199')).toBeTruthy();
    expect(api.calls('POST /customer/cus_1')[0]?.body).toEqual({ phone: '8155550199', base: { phone: '8155550100' } });
  });

  it('shows field by field what another user changed meanwhile, and saves what was chosen', async () => {
    const api = withAda();
    const conflict = { field: 'phone', base: '8155550100', yours: '8155550199', theirs: '8155550111' };
    const refused = { ...stubError('changed', 'Someone else changed this customer'), details: { fields: [conflict] } };
    api.on('POST /customer/cus_1', { status: 409, body: refused });
    showCustomer();
    await retype('Phone', '8155550199');
    await retype('City', 'Lockport');
    await save();
    expect(await screen.findByLabelText('Theirs: 8155550111')).toBeTruthy();
    await userEvent.click(screen.getByLabelText('Yours: 8155550199'));
    api.on('POST /customer/cus_1', { body: aCustomer({ ...ada, phone: '8155550199' }) });
    await userEvent.click(screen.getByRole('button', { name: 'Save Selected Values' }));
    await waitFor(() => expect(api.calls('POST /customer/cus_1')).toHaveLength(2));
    expect(api.calls('POST /customer/cus_1')[1]?.body).toEqual({
      phone: '8155550199',
      address: { city: 'Lockport' },
      base: { phone: '8155550111', address: { city: 'Joliet' } },
    });
  });

  it('takes a plate back that another customer has, and names them', async () => {
    const api = withAda();
    api.on('GET /customer/customercheck/NEW999-IL', { body: { customers: [aCustomer({ id: 'cus_2', name: 'Other, Owen' })] } });
    showCustomer();
    await retype('Plate', 'new999-il');
    await userEvent.tab();
    const dialog = await screen.findByRole('dialog', { name: 'Existing Customer found with that plate/tag' });
    expect(within(dialog).getByText('Other, Owen')).toBeTruthy();
    expect((await field('Plate')).value).toBe('ABC123-IL');
  });

  it('fills in the address by the ZIP, and a Canadian code sets the country', async () => {
    const api = withAda();
    api.on('GET /zipcode/60441', { body: { city: 'Lockport', state_id: 'IL', state: 'Illinois', country: 'US' } });
    showCustomer();
    await retype('ZIP or postal code', '60441');
    await waitFor(async () => expect((await field('City (changed)')).value).toBe('Lockport'));
    await retype(/^ZIP or postal code/, 'K1A 0B1');
    expect((await field(/^City/)).value).toBe('');
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'CA' })).checked).toBe(true);
  });

  it('takes the state of this location where a ZIP cannot be looked up', async () => {
    const api = withAda();
    api.on('GET /location', {
      body: {
        locations: [{ id: 'tml_joliet', display_name: 'Joliet', metadata: { site: '12', state: 'IN', defaultplatestate: 'IN' } }],
        count: 1,
      },
    });
    api.on('GET /zipcode/60441', { status: 404, body: stubError('zip_not_found', 'ZIP not found') });
    showCustomer();
    await retype('ZIP or postal code', '60441');
    await field('State (changed)');
    await waitFor(() => expect(screen.getByTitle('IN Indiana')).toBeTruthy());
    expect((await field('City (changed)')).value).toBe('');
  });

  it('lets SupportCenter change tax exemption and Business Select, and others the exemption alone, by approval', async () => {
    withAda();
    showCustomer({ roles: Role.SalesManager });
    await edit('Truck');
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Tax Exempt (needs approval)' })).disabled).toBe(false);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Business Select' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Truck' }).disabled).toBe(false);
    cleanup();
    showCustomer({ roles: Role.SupportCenter });
    await edit('Truck');
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Tax Exempt' })).disabled).toBe(false);
  });

  it('of a deleted customer is read only, and a refusal stands by its field', async () => {
    apiOf({ ...ada, deleted: true });
    showCustomer();
    expect(await screen.findByRole('link', { name: '(815) 555-0100' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit Contact' })).toBeNull();
    cleanup();
    const api = withAda();
    const refused = {
      ...stubError('invalid_request', 'The email is not right'),
      problems: [{ path: 'body.email', message: 'must be an email address' }],
    };
    api.on('POST /customer/cus_1', { status: 400, body: refused });
    showCustomer();
    await retype('Email', 'ada@mail.example');
    await save();
    expect(await screen.findByText('Email must be an email address')).toBeTruthy();
    expect(document.activeElement).toBe(await field('Email (changed)'));
  });
});

describe('a problem', () => {
  it.each([
    ['Phone', 'call me maybe', 'Phone must be a phone number of 10 digits, or one of another country with its +'],
    ['Tag', '12', 'Tag must be 5 digits, a plus and 6 digits, or another code of the company'],
    ['ZIP or postal code', '6', 'ZIP or postal code must be 5 digits or a Canadian postal code'],
  ])('of %s stands at its field, in focus, and nothing is sent', async (name, text, words) => {
    const api = withAda();
    showCustomer();
    await retype(name, text);
    await save();
    expect(await screen.findByText(words)).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'));
    expect(api.calls('POST /customer/cus_1')).toEqual([]);
  });

  it('that the API finds in a nested field stands at it', async () => {
    const api = withAda();
    const problems = [{ path: 'body.metadata.SecondaryCode', message: 'is taken' }];
    api.on('POST /customer/cus_1', {
      status: 400,
      body: { ...stubError('invalid_request', 'body.metadata.SecondaryCode: is taken'), problems },
    });
    showCustomer();
    await retype('Tag', '54321+123456');
    await save();
    expect((await screen.findAllByText('Tag is taken')).length).toBe(2);
    expect(document.activeElement).toBe(await field('Tag (changed)'));
  });

  it('of a plate on the wrong plan is a warning, and the plate can be saved', async () => {
    const interior = { ...aSubscription({}), plan: aPlan({ Sitewatch_Club_Code: 'E' }) };
    const api = apiOf({ ...ada, metadata: { CustomerCode: 'ABC123-HI' }, subscriptions: { data: [interior] } });
    api.on('POST /customer/cus_1', { body: aCustomer({ ...ada, metadata: { CustomerCode: 'ABC123-IL' } }) });
    showCustomer();
    await retype('Plate', 'ABC123-IL');
    expect(await screen.findByText(/Interior plans are for plates ending in HI.*no loyalty group/)).toBeTruthy();
    await save();
    expect(await screen.findByText('Plate changed to ABC123-IL')).toBeTruthy();
  });
});

describe('below the fields', () => {
  it('is what the loyalty card is known for', async () => {
    const api = withAda();
    api.on('GET /customer/cus_1/thecard', {
      body: { ...aLoyaltyMember, TheCardNumber: '629892231000093097', linked: true, groups: ['Active Unlimited Plans'] },
    });
    showCustomer();
    const states = within(await screen.findByRole('list', { name: 'State of the loyalty card' }));
    for (const words of ['Card 629892231000093097', 'Linked to gates', 'Active Unlimited Plans'])
      expect(states.getByText(words)).toBeTruthy();
    cleanup();
    api.on('GET /customer/cus_1/thecard', { body: aLoyaltyMember });
    showCustomer();
    const none = await screen.findByRole('list', { name: 'State of the loyalty card' });
    expect(
      within(none)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['No card', 'Not linked to gates', 'No groups']);
    cleanup();
    api.on('GET /customer/cus_1/thecard', { status: 503, body: stubError('loyalty_unavailable', 'Error loading thecard information') });
    showCustomer();
    expect(await screen.findByText('Error loading thecard information')).toBeTruthy();
  });

  it('is Update Sitewatch, which says what came of it', async () => {
    const api = withAda();
    const away = stubError('still_pending', 'Error Updating Customer in Sitewatch');
    api.on('POST /firebird/customer', () => {
      api.on('GET /customer/cus_1/summary', { body: aSummary({ waiting: [{ site: 12, siteName: 'Joliet', count: 1 }] }) });
      return { status: 503, body: { ...away, details: { site: 12, reason: 'Can’t reach the Sitewatch of Joliet' } } };
    });
    showCustomer();
    const update = await screen.findByRole('button', { name: 'Update Sitewatch' });
    await userEvent.click(update);
    expect(await screen.findByText('Error Updating Customer in Sitewatch')).toBeTruthy();
    expect(screen.getByText('Can’t reach the Sitewatch of Joliet. It updates automatically later.')).toBeTruthy();
    expect(await screen.findByText('1 update waiting for Joliet')).toBeTruthy();
    api.on('POST /firebird/customer', {
      status: 409,
      body: { ...stubError('refused', away.message), details: { site: 12, reason: 'No' } },
    });
    await userEvent.click(update);
    expect(await screen.findByText('No')).toBeTruthy();
    api.on('POST /firebird/customer', { body: { customer_objid: 17, site: 12 } });
    await userEvent.click(update);
    expect(await screen.findByText(/is up to date. Other sites update next/)).toBeTruthy();
    api.on('POST /firebird/customer', { body: { customer_objid: null, site: 12 } });
    await userEvent.click(update);
    expect(await screen.findByText('Add a plate or tag first. Sitewatch needs one')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Schedule Price Increase' })).toBeNull();
  });

  it('is an increase of the price for Scheduler and above', async () => {
    const api = withAda();
    api.on('GET /customer/cus_1/subscriptions', {
      body: { subscriptions: [aSubscription({})], count: 1, next_page: null, age: 0, stale: false },
    });
    showCustomer({ roles: Role.Scheduler });
    await userEvent.click(await screen.findByRole('button', { name: 'Schedule Price Increase' }));
    expect(await screen.findByRole('dialog', { name: 'Schedule Price Increase' })).toBeTruthy();
  });
});

it('a newer sign-up that was not paid does not hide the increase of the running plan', async () => {
  const api = withAda();
  const attempt = aSubscription({ id: 'sub_2', status: 'incomplete', created: 1_790_000_000 });
  api.on('GET /customer/cus_1/subscriptions', {
    body: { subscriptions: [attempt, aSubscription({})], count: 2, next_page: null, age: 0, stale: false },
  });
  api.on('GET /subscription/sub_1/prices', { body: { prices: [] } });
  showCustomer({ roles: Role.Scheduler });
  await userEvent.click(await screen.findByRole('button', { name: 'Schedule Price Increase' }));
  expect(await screen.findByText(/^No .*\.$/)).toBeTruthy();
  expect(api.calls('GET /subscription/sub_1/prices')).toHaveLength(1);
});

describe('an exemption that is switched', () => {
  it('changes the tax of the running plan after the customer was saved, by the site that sold it', async () => {
    const api = withAda();
    api.on('GET /customer/cus_1/subscriptions', {
      body: { subscriptions: [aSubscription({ metadata: { site: '27' } })], count: 1, next_page: null, age: 0, stale: false },
    });
    api.on('POST /customer/cus_1', { body: aCustomer({ ...ada, tax_exempt: 'exempt' }) });
    api.on('POST /subscription/sub_1/changetax', { body: { subscriptions: [] } });
    showCustomer({ roles: Role.SupportCenter });
    await edit('Tax Exempt');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Tax Exempt' }));
    await save();
    expect(await screen.findByText('The new tax applies from the next invoice')).toBeTruthy();
    expect(api.calls('POST /subscription/sub_1/changetax').map(({ body }) => body)).toEqual([{ site: 27 }]);
  });

  const approval = {
    body: { approval: 'token', approver: { id: '105', name: 'Sue Stone' }, expires: '2026-11-20T16:01:00.000Z', amount: null },
  };
  const refused = { status: 403, body: stubError('forbidden', 'You may not do this') };
  const ifApproved = (body: object) => (call: StubCall) => (call.headers.get('x-approval') ? { body } : refused);
  const approve = async () => {
    await userEvent.type(await screen.findByLabelText("Manager's username"), 'sue');
    await userEvent.type(screen.getByLabelText("Manager's password"), 'long enough{Enter}');
  };
  const withRunningPlan = (): StubApi => {
    const api = withAda();
    api.on('GET /customer/cus_1/subscriptions', {
      body: { subscriptions: [aSubscription({ metadata: { site: '27' } })], count: 1, next_page: null, age: 0, stale: false },
    });
    api.on('POST /customer/cus_1', ifApproved(aCustomer({ ...ada, tax_exempt: 'exempt' })));
    api.on('POST /auth/stepup', approval);
    return api;
  };
  const approvedCalls = (api: StubApi) => api.calls('POST /auth/stepup').map(({ body }) => (body as { action: { id: string } }).action.id);

  it('is approved once below SupportCenter: the tax of the plan is a step of the save', async () => {
    const api = withRunningPlan();
    api.on('POST /subscription/sub_1/changetax', ({ headers }) => (headers.get('x-operation') ? { body: { subscriptions: [] } } : refused));
    showCustomer({ roles: Role.Cashier });
    await edit('Tax Exempt');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Tax Exempt (needs approval)' }));
    await save();
    expect(await screen.findByText('Save changes of a customer, tax exemption among them')).toBeTruthy();
    await approve();
    expect(await screen.findByText('The new tax applies from the next invoice')).toBeTruthy();
    expect(approvedCalls(api)).toEqual(['saveCustomer']);
    const saved = api.calls('POST /customer/cus_1').at(-1)?.headers.get('idempotency-key');
    expect(api.calls('POST /subscription/sub_1/changetax')[0]?.headers.get('x-operation')).toBe(saved);
  });

  it('whose plan is taxed at another site is named if that is not approved, and can be corrected later', async () => {
    const api = withRunningPlan();
    api.on('POST /subscription/sub_1/changetax', ifApproved({ subscriptions: [] }));
    showCustomer({ roles: Role.Cashier });
    await edit('Tax Exempt');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Tax Exempt (needs approval)' }));
    await save();
    await approve();
    await waitFor(() => expect(api.calls('POST /subscription/sub_1/changetax')).toHaveLength(1));
    await screen.findByLabelText("Manager's username");
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByText('The customer was saved, but the plan’s tax wasn’t changed')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Change Tax' }));
    await approve();
    expect(await screen.findByText('The new tax applies from the next invoice')).toBeTruthy();
    expect(approvedCalls(api)).toEqual(['saveCustomer', 'changeTax']);
  });
});

describe('fields that are not saved', () => {
  it('are asked about before another tab or screen opens, and are kept or given up', async () => {
    withAda();
    showCustomer();
    await retype('Phone', '8155550199');
    await userEvent.click(screen.getByRole('tab', { name: 'Usage' }));
    const ask = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await userEvent.click(ask.getByRole('button', { name: /Keep Editing/ }));
    expect((await field('Phone (changed)')).value).toBe('8155550199');
    expect(screen.getByRole('tab', { name: 'Customer Info', selected: true })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Usage' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard Changes' }));
    expect(await screen.findByRole('tab', { name: 'Usage', selected: true })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Customer Info' }));
    expect(await screen.findByRole('link', { name: '(815) 555-0100' })).toBeTruthy();
  });

  it('are asked about before a link of the head is followed', async () => {
    withAda();
    showCustomer();
    await retype('Phone', '8155550199');
    await userEvent.click(screen.getByRole('link', { name: /^Redeem/ }));
    await userEvent.keyboard('{Escape}');
    expect((await field('Phone (changed)')).value).toBe('8155550199');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull());
    await userEvent.click(screen.getByRole('link', { name: /^Redeem/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard Changes' }));
    expect(await screen.findByText(/^At \/redeem/)).toBeTruthy();
  });

  it('are asked about by the browser, and saved ones are not', async () => {
    withAda();
    showCustomer();
    const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await edit('Phone');
    expect(leaves()).toBe(true);
    await retype('Phone', '8155550199');
    expect(leaves()).toBe(false);
    await save();
    await waitFor(() => expect(leaves()).toBe(true));
  });
});
