import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { fails, ok, stubFetch } from '../lib/fetch.fixture.ts';
import { testDevice, testLocation, testSession, startupAnswers, renderApp } from './app.fixture.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const link = '/enrol/abcdefghijklmnopqrstuv';
const preview = {
  'POST /device/enrolment/preview': ok({
    kind: 'register',
    name: 'Register 1',
    site: 12,
    siteName: 'Joliet',
    terminal: 'Washcashier1',
    expires: '2026-11-02T10:00:00Z',
  }),
};

describe('an enrolment link', () => {
  it('spends nothing when it is opened, enrols on the button, and leads on to the register', async () => {
    let enrolled = false;
    const sent = stubFetch({
      ...startupAnswers,
      ...preview,
      'GET /device/current': () => ok({ device: enrolled ? testDevice : null }),
      'POST /device/enrol': () => {
        enrolled = true;
        return ok({ device: testDevice });
      },
    });
    const { here } = renderApp(link);
    const button = await screen.findByRole('button', { name: 'Enroll' });
    expect(screen.getByText(/^This browser will be the register/).textContent).toContain('Register 1 at Joliet');
    expect(sent.some(({ path }) => path === '/device/enrol')).toBe(false);

    await userEvent.click(button);
    expect(await screen.findByText('It is the register Register 1 at Joliet, terminal Washcashier1.')).toBeTruthy();
    expect(sent.find(({ path }) => path === '/device/enrol')?.body).toEqual({ token: 'abcdefghijklmnopqrstuv' });

    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByLabelText('Employee number')).toBeTruthy();
    expect(here()).toBe('/login');
  });

  it.each([
    ['link_used', 'This link has been used already'],
    ['link_expired', 'This link has expired'],
  ])('says what to do when it is spent: %s', async (code, message) => {
    stubFetch({ ...startupAnswers, ...preview, 'POST /device/enrol': fails(410, code, message) });
    renderApp(link);
    await userEvent.click(await screen.findByRole('button', { name: 'Enroll' }));
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
  });

  it('that is spent already says so without a press', async () => {
    stubFetch({ ...startupAnswers, 'POST /device/enrolment/preview': fails(410, 'link_used', 'This link has been used already') });
    renderApp(link);
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
    expect(screen.getByText('This link has been used already')).toBeTruthy();
  });

  it('shows that it was cut short, and calls nothing', async () => {
    const sent = stubFetch(startupAnswers);
    renderApp('/enrol/abc');
    expect(await screen.findByRole('heading', { name: 'This link is incomplete' })).toBeTruthy();
    expect(sent.filter(({ path }) => path.startsWith('/device/enrol'))).toEqual([]);
  });
});

describe('the Admin pages', () => {
  const flags = [
    { name: 'gatecontrol', description: 'Open Gate buttons', value: false },
    { name: 'dxtrfid', description: 'Tags read', value: true },
  ];
  const admin = { ...startupAnswers, 'POST /auth/refreshtoken': ok(testSession(Role.Admin)), 'GET /config/flags': () => ok(flags) };

  it('save all flags at once', async () => {
    const sent = stubFetch({ ...admin, 'PUT /config/flags': ({ body }) => ok(body) });
    renderApp('/admin/flags');
    await userEvent.click(await screen.findByRole('switch', { name: 'Open Gate buttons' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual(flags.map((flag) => ({ ...flag, value: true, was: flag.value })));
  });

  it('keep what was switched when saving fails', async () => {
    stubFetch({ ...admin, 'PUT /config/flags': fails(503, 'unavailable', 'Down for a moment') });
    renderApp('/admin/flags');
    await userEvent.click(await screen.findByRole('switch', { name: 'Open Gate buttons' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Down for a moment')).toBeTruthy();
    expect(screen.getByRole('switch', { name: 'Open Gate buttons' }).getAttribute('aria-checked')).toBe('true');
  });

  it('revoke a device after a question', async () => {
    let revoked: string | null = null;
    const sent = stubFetch({
      ...admin,
      'GET /device': () => ok({ devices: [{ ...testDevice, revoked }], count: 1 }),
      'DELETE /device/*': () => {
        revoked = '2026-11-02T10:00:00Z';
        return ok({ device: { ...testDevice, revoked } });
      },
    });
    renderApp('/admin/devices');
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke Register 1' }));
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.getByText('Revoked')).toBeTruthy());
    expect(sent.find(({ method }) => method === 'DELETE')?.path).toBe(`/device/${testDevice.id}`);
  });

  it('offer a tablet the terminals of tablets', async () => {
    const configOptions = {
      AllowManualEntry: false,
      redeem: 'yes',
      dashboardUrl: '',
      dxtUrl: null,
      defaultWashTerminal: '',
      terminals: ['Washcashier1'],
      carColors: [],
      tabletTerminals: ['Tablet 1'],
    };
    stubFetch({
      ...admin,
      'GET /device': ok({ devices: [], count: 0 }),
      'GET /config': ok({ publicKey: 'pk', apiVersion: '1', clientVersion: '2', configOptions }),
    });
    renderApp('/admin/devices');
    await userEvent.click(await screen.findByRole('button', { name: 'Enroll a Device' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Tablet' }));
    await userEvent.click(screen.getByLabelText('Sitewatch terminal'));
    expect(await screen.findByTitle('Tablet 1')).toBeTruthy();
    expect(screen.queryByTitle('Washcashier1')).toBeNull();
  });

  it('show an enrolment link once, and until when it works by the clock of the site', async () => {
    stubFetch({
      ...admin,
      'GET /location': ok({ locations: [{ ...testLocation, time_zone: 'America/Denver' }], count: 1 }),
      'GET /device': ok({ devices: [], count: 0 }),
      'POST /device/enrolment': ok({ id: testDevice.id, link: 'https://wash.example/enrol/token', expires: '2026-11-02T10:00:00Z' }),
    });
    renderApp('/admin/devices');
    await userEvent.click(await screen.findByRole('button', { name: 'Enroll a Device' }));
    await userEvent.type(await screen.findByLabelText('Name'), 'Register 9');
    await userEvent.click(screen.getByLabelText('Site'));
    await userEvent.click(await screen.findByTitle('Joliet'));
    await userEvent.click(screen.getByRole('button', { name: 'Create Link' }));
    expect(await screen.findByDisplayValue('https://wash.example/enrol/token')).toBeTruthy();
    expect(screen.getByText(/It works once, until/).textContent).toContain('until 11/02/2026 3:00 AM, and');
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByDisplayValue('https://wash.example/enrol/token')).toBeNull());
  });
});
