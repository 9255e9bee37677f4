import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { fails, ok, stubFetch } from '../../lib/fetch.fixture.ts';
import type { StubAnswers } from '../../lib/fetch.fixture.ts';
import { testDevice, testSession, startupAnswers, renderApp } from '../app.fixture.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const as = (roles: number, more: StubAnswers = {}): StubAnswers => ({
  ...startupAnswers,
  'POST /auth/refreshtoken': ok(testSession(roles)),
  ...more,
});
const options = {
  AllowManualEntry: false,
  redeem: 'yes',
  dashboardUrl: '',
  dxtUrl: 'https://dxt.example/app',
  defaultWashTerminal: '',
  terminals: [],
  tabletTerminals: [],
  carColors: [],
};
const withDxt = { 'GET /config': ok({ publicKey: 'pk', apiVersion: '0.1.0', clientVersion: '2.0.900', configOptions: options }) };

/** A register whose keypad finds Casey. */
const keypadOfCasey = {
  'GET /device/current': ok({ device: testDevice }),
  'GET /firebird/employee/1001': ok({ employeeId: 1001, userid: 'casey', name: 'Casey Nguyen' }),
  'POST /auth/loginemployee': ok(testSession(Role.Cashier)),
};

describe('the role guard', () => {
  it('sends someone without the role to sign in, with the words and a way back', async () => {
    stubFetch(as(Role.SalesManager));
    const { here } = renderApp('/admin/flags');
    expect(await screen.findByText('You do not have the proper permissions to access this resource')).toBeTruthy();
    expect(here()).toBe('/login');
    expect(screen.getByRole('link', { name: 'go back' }).getAttribute('href')).toBe('/');
  });

  it('lets a person who may do it sign in and go on', async () => {
    stubFetch(
      as(Role.Cashier, { 'POST /auth/loginuser': ok(testSession(Role.Admin, { sessionId: '0193a000-0000-7000-8000-000000000002' })) }),
    );
    const { here } = renderApp('/admin/redis');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Username' }), 'admin');
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
    expect(await screen.findByRole('heading', { name: 'Cache keys' })).toBeTruthy();
    expect(here()).toBe('/admin/redis');
  });
});

describe('the shell', () => {
  it('shows the highest role, the place and the versions', async () => {
    stubFetch(as(Role.User | Role.Reporter));
    renderApp('/office/reports');
    expect((await screen.findByRole('link', { name: /Casey Nguyen/ })).textContent).toContain('Reporter');
    expect((await screen.findByRole('button', { name: /Joliet · Washcashier1/ })).textContent).toContain('No Terminal');
    expect(screen.getByText('API 9.9.9')).toBeTruthy();
    expect(screen.getByText('Client 2.0.891')).toBeTruthy();
  });

  it('shows the version that an Admin has set', async () => {
    stubFetch(as(Role.Cashier, withDxt));
    renderApp('/search');
    expect(await screen.findByText('Client 2.0.900')).toBeTruthy();
  });

  it('has no profile link for a cashier, and no bar on /isi', async () => {
    stubFetch(as(Role.Cashier));
    const { router } = renderApp('/loyaltylinkup');
    expect((await screen.findByText('Casey Nguyen')).closest('a')).toBeNull();
    await router.navigate('/isi');
    await waitFor(() => expect(screen.queryByText('Casey Nguyen')).toBeNull());
  });

  it('leads from every page of an Admin back to the menu, and from the menu nowhere', async () => {
    stubFetch(as(Role.Admin));
    const { router } = renderApp('/admin/query');
    expect((await screen.findByRole('link', { name: 'Back to Admin Tools' })).getAttribute('href')).toBe('/admin/tools');
    for (const path of ['/admin/tools', '/admin', '/admin/', '/profile']) {
      await act(() => router.navigate(path));
      expect(screen.queryByRole('link', { name: 'Back to Admin Tools' })).toBeNull();
    }
  });

  it('leads an unknown path to the search', async () => {
    stubFetch(as(Role.Cashier));
    const { here } = renderApp('/no/such/place');
    await waitFor(() => expect(here()).toBe('/'));
  });

  it('shows Back to DXT to someone whom the query says came from there', async () => {
    stubFetch(as(Role.Cashier, withDxt));
    renderApp('/loyaltylinkup?dxt=1');
    expect((await screen.findByRole('link', { name: 'Back to DXT' })).getAttribute('href')).toBe('https://dxt.example/app');
  });

  it('shows Back to DXT to no other user', async () => {
    stubFetch(as(Role.Cashier, withDxt));
    renderApp('/loyaltylinkup');
    await screen.findByRole('heading', { name: 'Loyalty link-up' });
    expect(screen.queryByRole('link', { name: 'Back to DXT' })).toBeNull();
  });

  it.each([
    ['to a signed-in user', as(Role.Cashier)],
    ['in a browser that is not enrolled', startupAnswers],
  ])('gives way to the notice while there is a system message, %s', async (_who, answers) => {
    stubFetch({ ...answers, 'GET /communication/systemmessage': ok({ message: 'Cards are slow today' }) });
    renderApp('/loyaltylinkup');
    expect(await screen.findByText('Stripe is currently having issues')).toBeTruthy();
    expect(screen.getByText('Cards are slow today')).toBeTruthy();
  });

  it('lets an Admin in while there is a system message, and leads one to the sign-in who is not signed in', async () => {
    const message = { 'GET /communication/systemmessage': ok({ message: 'Cards are slow today' }) };
    stubFetch({ ...as(Role.Admin), ...message });
    renderApp('/loyaltylinkup');
    expect(await screen.findByRole('heading', { name: 'Loyalty link-up' })).toBeTruthy();
    expect(screen.getByText('Everyone else sees the notice page: Cards are slow today')).toBeTruthy();
    cleanup();
    stubFetch({ ...as(Role.SalesManager), ...message });
    renderApp('/loyaltylinkup');
    await screen.findByText('Stripe is currently having issues');
    expect(screen.queryByRole('button', { name: 'Sign in as an Admin' })).toBeNull();
    cleanup();
    stubFetch({ ...startupAnswers, ...message });
    renderApp('/loyaltylinkup');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in as an Admin' }));
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
  });

  it('says that it could not start, and tries again', async () => {
    let down = true;
    stubFetch({
      ...as(Role.Cashier),
      'GET /device/current': () => (down ? fails(503, 'unavailable', 'Down for a moment') : ok({ device: null })),
    });
    renderApp('/loyaltylinkup');
    expect(await screen.findByText('Down for a moment')).toBeTruthy();
    down = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Loyalty link-up' })).toBeTruthy();
  });
});

describe('the menu of where this browser works', () => {
  const readers = ok({
    readers: [
      {
        id: 'tmr_1',
        label: 'Washcashier1',
        ip_address: null,
        status: 'offline',
        last_seen_at: null,
        serial_number: 'S1',
        device_type: 'x',
        location: 'tml_12',
      },
    ],
    count: 1,
  });

  it('changes the card reader, and closes', async () => {
    stubFetch(as(Role.Cashier, { 'GET /terminal/readers': readers }));
    const { store } = renderApp('/loyaltylinkup');
    const menu = await screen.findByRole('button', { name: /Joliet · Washcashier1/ });
    await userEvent.click(menu);
    await userEvent.click(await screen.findByRole('radio', { name: /Washcashier1 offline/ }));
    expect(store.getState().workplace.readerId).toBe('tmr_1');
    expect(screen.queryByRole('radio')).toBeNull();
    expect(document.activeElement).toBe(menu);
  });

  it('closes by Escape', async () => {
    stubFetch(as(Role.Cashier));
    renderApp('/loyaltylinkup');
    await userEvent.click(await screen.findByRole('button', { name: /Joliet/ }));
    expect(screen.getByRole('radio', { name: 'No Terminal' })).toHaveProperty('checked', true);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('radio')).toBeNull();
  });
});

describe('/logout', () => {
  it('ends the session and goes to /, which asks to sign in', async () => {
    const ended = { 'DELETE /auth/refreshtoken/*': ok({ ended: true }) };
    const sent = stubFetch(as(Role.Cashier, ended));
    const { here, session } = renderApp('/logout');
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(here()).toBe('/login');
    expect(session.accessToken()).toBeNull();
    expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
    expect(screen.getByText('You’re logged out.')).toBeTruthy();
  });

  it('by Switch User goes back to the keypad, and from there to the same screen', async () => {
    stubFetch(as(Role.Cashier, { ...keypadOfCasey, 'DELETE /auth/refreshtoken/*': ok({ ended: true }) }));
    const { here } = renderApp('/loyaltylinkup');
    await userEvent.click(await screen.findByRole('link', { name: 'Switch User' }));
    await userEvent.type(await screen.findByLabelText('Employee number'), '1001{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(here()).toBe('/loyaltylinkup'));
  });

  it('says why a session that ended by itself did', async () => {
    stubFetch(as(Role.Cashier));
    const { session } = renderApp('/loyaltylinkup');
    await screen.findByRole('heading', { name: 'Loyalty link-up' });
    act(() => session.end());
    expect(await screen.findByText('Your session has ended. Sign in again.')).toBeTruthy();
  });

  it('leads from a session that ended elsewhere to the keypad, and back to the same place', async () => {
    const answers: StubAnswers = {
      ...as(Role.Cashier),
      ...keypadOfCasey,
      'GET /customer/search/*': () => {
        answers['POST /auth/refreshtoken'] = fails(403, 'session_ended', 'Sign in again');
        answers['GET /customer/search/*'] = ok({ customers: [], count: 0, more: false, next_page: null });
        return fails(401, 'token_expired', 'Sign in again');
      },
    };
    stubFetch(answers);
    const { here } = renderApp('/search');
    await userEvent.type(await screen.findByLabelText('Plate, tag, name, phone, email or last 4'), 'nobody{Enter}');
    expect(await screen.findByText('Your session has ended. Sign in again.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Employee number')));
    await userEvent.keyboard('1001{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(here()).toBe('/search?searchString=nobody'));
  });

  it('says so when the server could not be told', async () => {
    stubFetch(as(Role.Cashier));
    renderApp('/logout');
    expect(await screen.findByRole('heading', { name: 'You’re still signed in' })).toBeTruthy();
  });
});

describe('a register that opens the product with a sale', () => {
  const redeemOn = { 'GET /config/flags': ok([{ name: 'redeemInterface', description: '', value: true }]) };

  it.each([
    ['to /charge', '/?amount=12.50&saleid=7', {}, '/charge?amount=12.50&saleid=7'],
    ['to /refund', '/?amount=-3&saleid=7', {}, '/refund?amount=-3&saleid=7'],
    ['to /redeemunlimited with the flag on', '/?amount=0&xptUser=Washcashier1', redeemOn, '/redeemunlimited?amount=0&xptUser=Washcashier1'],
    ['from its start page to /charge', '/locationlanding?amount=12.50&saleid=7', {}, '/charge?amount=12.50&saleid=7'],
    [
      'nowhere from its start page, with its terminal alone',
      '/locationlanding?xptUser=Washcashier1',
      {},
      '/locationlanding?xptUser=Washcashier1',
    ],
    ['to /redeemunlimited where nothing is to be paid', '/?amount=0', redeemOn, '/redeemunlimited?amount=0'],
    ['from /locationrefund to /refund', '/locationrefund?amount=-12.50&saleid=7', {}, '/refund?amount=-12.50&saleid=7'],
    ['else to /search', '/?amount=0.00', {}, '/search?amount=0.00'],
  ])('goes %s', async (_where, address, answers, screenPath) => {
    stubFetch(as(Role.Cashier, answers));
    const { here } = renderApp(address);
    await waitFor(() => expect(here()).toBe(screenPath));
  });

  it.each(['/?amount=abc&saleid=7', '/?xptUser=Washcashier1', '/locationlanding?saleid=7'])(
    'is told at %s that the amount is missing',
    async (address) => {
      stubFetch(as(Role.Cashier));
      renderApp(address);
      expect(await screen.findByText('Required Data is Missing: amount not found.')).toBeTruthy();
    },
  );

  it('is told that its terminal is unknown', async () => {
    stubFetch(as(Role.Cashier, { 'GET /firebird/terminallookup': fails(404, 'terminal_unknown', 'No terminal') }));
    renderApp('/?amount=1&saleid=7');
    expect(await screen.findByText('Unable to Determine Sitewatch Terminal. Please close this window and try again.')).toBeTruthy();
  });

  it('signs in on the keypad, and the sale stays', async () => {
    stubFetch(startupAnswers);
    const { here, store } = renderApp('/?amount=12.50&saleid=7&xptUser=Washcashier1&customerId=cus_1');
    expect((await screen.findByRole('tab', { name: 'Cashier Login' })).getAttribute('aria-selected')).toBe('true');
    expect(here()).toBe('/login?amount=12.50&saleid=7&xptUser=Washcashier1&customerId=cus_1');
    expect(store.getState().registerContext.sale).toEqual({
      customerId: 'cus_1',
      amount: '12.50',
      amountCents: 1250,
      saleid: '7',
      xptUser: 'Washcashier1',
      returnToRedeem: false,
    });
  });
});

describe('a scan that no screen wants', () => {
  const tag = '$R12345678901';
  // as fast as a scanner, however busy the machine is
  const scanner = userEvent.setup({ delay: null });

  it('searches for its code, from any screen', async () => {
    stubFetch(as(Role.Cashier));
    const { here } = renderApp('/loyaltylinkup');
    await screen.findByRole('heading', { name: 'Loyalty link-up' });
    await scanner.keyboard(tag);
    await waitFor(() => expect(here()).toBe('/search?searchString=12345%2B678901'));
  });

  it('does not leave what is half done in a dialog, and says so', async () => {
    stubFetch(as(Role.Cashier));
    const { here } = renderApp('/loyaltylinkup');
    await screen.findByRole('heading', { name: 'Loyalty link-up' });
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('aria-modal', 'true');
    await scanner.keyboard(tag);
    expect(await screen.findByText(/Finish or close this first/)).toBeTruthy();
    expect(here()).toBe('/loyaltylinkup');
    dialog.remove();
  });

  it('tells of a scan that was cut short', async () => {
    stubFetch(as(Role.Cashier));
    renderApp('/loyaltylinkup');
    await screen.findByRole('heading', { name: 'Loyalty link-up' });
    await scanner.keyboard('$R1234567{Enter}');
    expect(await screen.findByText('The scan was incomplete. Scan again.')).toBeTruthy();
  });

  it('is swallowed without a signed-in user', async () => {
    stubFetch(startupAnswers);
    const { here } = renderApp('/login');
    const username = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Username' });
    await scanner.type(username, `ann${tag}`);
    expect(username.value).toBe('ann');
    expect(here()).toBe('/login');
  });
});

describe('the keys of the bar', () => {
  it('lead to the search and to redeem, and not from under a dialog', async () => {
    stubFetch(as(Role.Cashier, { 'GET /config/flags': ok([{ name: 'redeemInterface', description: '', value: true }]) }));
    const { here } = renderApp('/loyaltylinkup');
    expect((await screen.findByRole('link', { name: 'Redeem Interface' })).getAttribute('aria-keyshortcuts')).toBe('F1');
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('aria-modal', 'true');
    await userEvent.keyboard('{F3}');
    expect(here()).toBe('/loyaltylinkup');
    dialog.remove();
    await userEvent.keyboard('{F3}');
    await waitFor(() => expect(here()).toBe('/search'));
    await userEvent.keyboard('{F1}');
    await waitFor(() => expect(here()).toBe('/redeemunlimited'));
  });

  it('lead from redeem to the lane board and back', async () => {
    stubFetch(as(Role.Cashier, { 'GET /config/flags': ok([{ name: 'redeemInterface', description: '', value: true }]) }));
    const { here } = renderApp('/redeemunlimited');
    const link = await screen.findByRole('link', { name: 'Lane Board' });
    expect([link.getAttribute('aria-keyshortcuts'), link.textContent]).toEqual(['Alt+B', 'Lane BoardAlt B']);
    await userEvent.keyboard('{Alt>}b{/Alt}');
    await waitFor(() => expect(here()).toBe('/lanes'));
    await waitFor(() => expect(link.getAttribute('aria-current')).toBe('page'));
    await userEvent.keyboard('{F1}');
    await waitFor(() => expect(here()).toBe('/redeemunlimited'));
  });
});
