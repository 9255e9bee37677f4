import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { fails, ok, stubFetch } from '../lib/fetch.fixture.ts';
import { testDevice, testSession, startupAnswers, renderApp } from './app.fixture.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const enrolled = { ...startupAnswers, 'GET /device/current': ok({ device: testDevice }) };
const casey = ok({ employeeId: 1001, userid: 'casey', name: 'Casey Nguyen' });

/** Enters a number, up to the confirmation of the employee. */
async function enterNumber(number: string): Promise<void> {
  await userEvent.click(await screen.findByRole('tab', { name: 'Cashier Login' }));
  await userEvent.type(await screen.findByLabelText('Employee number'), `${number}{Enter}`);
}

const expectFocus = (find: () => Promise<HTMLElement>): Promise<void> =>
  waitFor(async () => expect(document.activeElement).toBe(await find()));

describe('username and password', () => {
  it('leads back to the origin with its query', async () => {
    const sent = stubFetch({ ...startupAnswers, 'POST /auth/loginuser': ok(testSession(Role.Cashier)) });
    const { here } = renderApp('/loyaltylinkup?fingerprint=abc');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Username' }), 'casey');
    expect(here()).toBe('/login?fingerprint=abc');
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await waitFor(() => expect(here()).toBe('/loyaltylinkup?fingerprint=abc'));
    expect(sent.find(({ path }) => path === '/auth/loginuser')?.body).toEqual({ username: 'casey', password: 'secret' });
  });

  it.each([
    ["the server's message", fails(401, 'login_failed', 'Username or password is not right'), 'Username or password is not right'],
    ['else Unknown Login Error', { status: 502, body: 'no JSON' }, 'Unknown Login Error'],
  ])('shows %s', async (_what, answer, words) => {
    stubFetch({ ...startupAnswers, 'POST /auth/loginuser': answer });
    renderApp('/login');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Username' }), 'casey');
    await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('sends a wrong password once, even while someone else is signed in', async () => {
    const sent = stubFetch({
      ...startupAnswers,
      'POST /auth/refreshtoken': ok(testSession(Role.Cashier)),
      'POST /auth/loginuser': fails(401, 'login_failed', 'Username or password is not right'),
    });
    renderApp('/admin/flags');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Username' }), 'admin');
    await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    await screen.findByText('Username or password is not right');
    expect(sent.filter(({ path }) => path === '/auth/loginuser')).toHaveLength(1);
  });
});

describe('cashier login', () => {
  it('asks whether it is the right person, then signs in', async () => {
    const sent = stubFetch({
      ...enrolled,
      'GET /firebird/employee/1001': casey,
      'POST /auth/loginemployee': ok(testSession(Role.Cashier)),
    });
    const { here } = renderApp('/loyaltylinkup');
    await enterNumber('10x01');
    expect(await screen.findByText('You have selected Casey Nguyen. is this correct?')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(here()).toBe('/loyaltylinkup'));
    expect(sent.find(({ path }) => path === '/auth/loginemployee')?.body).toEqual({ employee: 1001 });
  });

  it('works by its keys alone: digits, Clr, backspace', async () => {
    const sent = stubFetch({ ...enrolled, 'GET /firebird/employee/*': ok(false) });
    renderApp('/locationlanding');
    await screen.findByLabelText('Employee number');
    for (const name of ['9', 'Clr: clear', '4', '2', '7', 'Backspace', 'OK']) await userEvent.click(screen.getByRole('button', { name }));
    expect(await screen.findByText('Employee Number not found')).toBeTruthy();
    expect(sent.at(-1)?.path).toBe('/firebird/employee/42');
  });

  it('begins again on No', async () => {
    stubFetch({ ...enrolled, 'GET /firebird/employee/1001': casey });
    renderApp('/login');
    await enterNumber('1001');
    await userEvent.click(await screen.findByRole('button', { name: 'No' }));
    expect(await screen.findByLabelText('Employee number')).toHaveProperty('value', '');
  });

  it('says that the lookup failed, with the reason', async () => {
    stubFetch({ ...enrolled, 'GET /firebird/employee/*': fails(429, 'too_many', 'Too many look-ups. Wait a minute.') });
    renderApp('/login');
    await enterNumber('1');
    expect(await screen.findByText('Failed to lookup Employee')).toBeTruthy();
    expect(screen.getByText('Too many look-ups. Wait a minute.')).toBeTruthy();
  });

  it("shows the server's 'Failed to Login Employee'", async () => {
    stubFetch({
      ...enrolled,
      'GET /firebird/employee/1001': casey,
      'POST /auth/loginemployee': fails(401, 'login_failed', 'Failed to Login Employee'),
    });
    renderApp('/login');
    await enterNumber('1001');
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Failed to Login Employee')).toBeTruthy();
  });

  it('tells a browser that is not enrolled what to do', async () => {
    stubFetch(startupAnswers);
    renderApp('/login?xptuser=Washcashier1');
    await userEvent.click(await screen.findByRole('button', { name: 'Use Username and Password' }));
    expect(await screen.findByLabelText('Password')).toBeTruthy();
  });
});

describe('a PIN', () => {
  const manager = { ...enrolled, 'GET /firebird/employee/1001': casey };
  const withPin = ({ body }: { body: unknown }) => {
    const { pin, asCashier } = body as { pin?: string; asCashier?: boolean };
    if (asCashier) return ok(testSession(Role.Cashier));
    if (!pin) return fails(403, 'pin_required', 'Enter your PIN');
    return pin === '2468' ? ok(testSession(Role.SalesManager)) : fails(401, 'pin_wrong', 'That PIN is not right');
  };
  async function toPin() {
    stubFetch({ ...manager, 'POST /auth/loginemployee': withPin });
    const app = renderApp('/loyaltylinkup');
    await enterNumber('1001');
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
    await screen.findByLabelText('PIN');
    return app;
  }

  it('is asked again when it is wrong, and signs in with all roles when it is right', async () => {
    const { store } = await toPin();
    await userEvent.type(screen.getByLabelText('PIN'), '1111{Enter}');
    expect(await screen.findByText('That PIN is not right')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('PIN'), '2468{Enter}');
    await waitFor(() => expect(store.getState().session.session?.user.roles).toBe(Role.SalesManager));
  });

  it('is entered without a mouse, and the bar says who is there', async () => {
    stubFetch({ ...manager, 'POST /auth/loginemployee': withPin });
    renderApp('/locationlanding');
    await expectFocus(() => screen.findByLabelText('Employee number'));
    await userEvent.keyboard('1001{Enter}');
    await expectFocus(() => screen.findByRole('button', { name: 'Yes' }));
    await userEvent.keyboard('{Enter}');
    await expectFocus(() => screen.findByLabelText('PIN'));
    await userEvent.keyboard('2468{Enter}');
    expect(await screen.findByRole('heading', { name: 'Register' })).toBeTruthy();
    expect(screen.getByRole('link', { name: /Casey Nguyen/ }).textContent).toContain('SalesManager');
  });

  it('needs four digits', async () => {
    await toPin();
    await userEvent.type(screen.getByLabelText('PIN'), '246');
    expect(screen.getByRole('button', { name: 'OK' })).toHaveProperty('disabled', true);
  });

  it('can be left out by going on as a cashier', async () => {
    const { store } = await toPin();
    await userEvent.click(screen.getByRole('button', { name: 'Continue as Cashier' }));
    await waitFor(() => expect(store.getState().session.session?.user.roles).toBe(Role.Cashier));
  });
});

describe('one-time codes', () => {
  const credentials = { username: 'casey', password: 'secret' };
  const setUp = {
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    uri: 'otpauth://totp/Washdesk:Casey?issuer=Washdesk&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  };
  const recoveryCodes = ['ABCD-EFGH-IJKL-MNOP', 'QRST-UVWX-YZ23-4567'];

  async function signIn(): Promise<void> {
    await userEvent.type(await screen.findByRole('textbox', { name: 'Username' }), 'casey');
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
  }

  const withCode = ({ body }: { body: unknown }) => {
    const { code } = body as { code?: string };
    if (!code) return fails(403, 'code_required', 'Enter the code from your authenticator app');
    return code === '246802' || code === 'abcdefghijklmnop' ? ok(testSession(Role.Admin)) : fails(403, 'code_wrong', 'This code is wrong');
  };

  it('are asked for behind the password, and again when one is wrong', async () => {
    const sent = stubFetch({ ...startupAnswers, 'POST /auth/loginuser': withCode });
    const { store } = renderApp('/loyaltylinkup');
    await signIn();
    await userEvent.type(await screen.findByLabelText('One-time code'), '111111{Enter}');
    expect(await screen.findByText('This code is wrong')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('One-time code'), '246802{Enter}');
    await waitFor(() => expect(store.getState().session.session?.user.roles).toBe(Role.Admin));
    const bodies = sent.filter(({ path }) => path === '/auth/loginuser').map(({ body }) => body);
    expect(bodies).toEqual([credentials, { ...credentials, code: '111111' }, { ...credentials, code: '246802' }]);
  });

  it('may be a recovery code; who cannot goes back to the password', async () => {
    stubFetch({ ...startupAnswers, 'POST /auth/loginuser': withCode });
    const { store } = renderApp('/loyaltylinkup');
    await signIn();
    await userEvent.click(await screen.findByRole('button', { name: 'Start Over' }));
    expect(await screen.findByLabelText('Password')).toHaveProperty('value', '');
    await signIn();
    await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await userEvent.type(screen.getByLabelText('Recovery code'), 'abc{Enter}');
    expect(await screen.findByText('A recovery code has 16 letters and digits')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText('Recovery code'));
    await userEvent.type(screen.getByLabelText('Recovery code'), 'abcdefghijklmnop{Enter}');
    await waitFor(() => expect(store.getState().session.session?.user.roles).toBe(Role.Admin));
  });

  it('are asked for behind the PIN', async () => {
    const sent = stubFetch({
      ...enrolled,
      'GET /firebird/employee/1001': casey,
      'POST /auth/loginemployee': ({ body }) =>
        (body as { pin?: string }).pin ? withCode({ body }) : fails(403, 'pin_required', 'Enter your PIN'),
    });
    const { store } = renderApp('/loyaltylinkup');
    await enterNumber('1001');
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
    await userEvent.type(await screen.findByLabelText('PIN'), '2468{Enter}');
    await userEvent.type(await screen.findByLabelText('One-time code'), '246802{Enter}');
    await waitFor(() => expect(store.getState().session.session?.user.roles).toBe(Role.Admin));
    expect(sent.findLast(({ path }) => path === '/auth/loginemployee')?.body).toEqual({ employee: 1001, pin: '2468', code: '246802' });
  });

  it('are set up at the first sign-in: picture, key, one code, recovery codes, and only then in', async () => {
    const sent = stubFetch({
      ...startupAnswers,
      'POST /auth/loginuser': fails(403, 'code_setup_required', 'Casey Nguyen needs one-time codes and has none yet'),
      'POST /auth/logincode': ok(setUp),
      'POST /auth/logincode/confirm': ({ body }) =>
        (body as { code: string }).code === '246802'
          ? ok({ session: testSession(Role.Admin), recoveryCodes })
          : fails(403, 'code_wrong', 'This code is wrong'),
    });
    const { store } = renderApp('/loyaltylinkup');
    await signIn();
    expect(await screen.findByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeTruthy();
    expect(screen.getByRole('img', { name: /QR code for the authenticator app/ })).toBeTruthy();
    await userEvent.type(screen.getByLabelText('One-time code'), '111111{Enter}');
    expect(await screen.findByText('This code is wrong')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('One-time code'), '246802{Enter}');
    for (const code of recoveryCodes) expect(await screen.findByText(code)).toBeTruthy();
    expect(store.getState().session.session).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'I’ve Saved Them' }));
    await waitFor(() => expect(store.getState().session.session?.user.roles).toBe(Role.Admin));
    expect(sent.filter(({ path }) => path === '/auth/logincode').map(({ body }) => body)).toEqual([{ credentials }]);
    expect(sent.findLast(({ path }) => path === '/auth/logincode/confirm')?.body).toEqual({ credentials, code: '246802' });
  });
});

describe('a secret that someone else set', () => {
  const refused = fails(403, 'secret_change_required', 'Alex Moreau set this PIN. Choose your own before you sign in, Casey Nguyen');

  it('is replaced before the sign-in, which continues with the new one', async () => {
    const answers: Parameters<typeof stubFetch>[0] = {
      ...enrolled,
      'GET /firebird/employee/1001': casey,
      'POST /auth/loginemployee': fails(403, 'pin_required', 'Casey Nguyen, enter your PIN or continue as a cashier'),
      'POST /auth/secret': ok({ changed: true }),
    };
    const sent = stubFetch(answers);
    renderApp('/loyaltylinkup');
    await enterNumber('1001');
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
    await screen.findByLabelText('PIN');
    answers['POST /auth/loginemployee'] = refused;
    await userEvent.type(screen.getByLabelText('PIN'), '4711{Enter}');
    expect(await screen.findByText(/^Alex Moreau set this PIN/)).toBeTruthy();
    await userEvent.type(await screen.findByLabelText('New PIN'), '580231');
    await userEvent.type(screen.getByLabelText('New PIN again'), '580232');
    await userEvent.click(screen.getByRole('button', { name: 'Change PIN' }));
    expect(await screen.findByText('Both must be the same')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('New PIN again'), '{Backspace}1');
    answers['POST /auth/loginemployee'] = ok(testSession(Role.User));
    await userEvent.click(screen.getByRole('button', { name: 'Change PIN' }));
    await waitFor(() =>
      expect(sent.filter(({ path }) => path === '/auth/loginemployee').at(-1)?.body).toEqual({ employee: 1001, pin: '580231' }),
    );
    expect(sent.find(({ path }) => path === '/auth/secret')?.body).toEqual({
      credentials: { employee: 1001, pin: '4711' },
      secret: '580231',
    });
  });
});
