import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { fails, ok, stubFetch } from '../../lib/fetch.fixture.ts';
import { stubSockets } from '../../testing/sockets.ts';
import { testDevice, testLocation, testSession, jolietWorkplace, startupAnswers, renderApp } from '../app.fixture.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const nowhere = { locationId: null, readerId: null };
const enrolled = { ...startupAnswers, 'GET /device/current': ok({ device: testDevice }) };
const merrillville = { id: 'tml_27', display_name: 'Merrillville', metadata: { site: '27', state: 'IN', defaultplatestate: 'IN' } };
const signedIn = (more = {}) => ({ ...startupAnswers, 'POST /auth/refreshtoken': ok(testSession(Role.Cashier, more)) });
const counterReader = {
  id: 'tmr_1',
  label: 'Counter reader',
  ip_address: null,
  status: 'offline',
  last_seen_at: null,
  serial_number: 'S1',
  device_type: 'bbpos_wisepos_e',
  location: 'tml_12',
};

async function choose(label: string, option: string): Promise<void> {
  await userEvent.click(await screen.findByLabelText(label));
  await userEvent.click(await screen.findByTitle(option));
}

describe('an enrolled device', () => {
  it('does not ask for its site, and suggests the reader that is named like its terminal', async () => {
    const beside = { ...counterReader, id: 'tmr_2', label: 'washcashier1', status: 'online' };
    stubFetch({ ...enrolled, 'GET /terminal/readers': ok({ readers: [counterReader, beside], count: 2 }) });
    const { store } = renderApp('/login', nowhere);
    expect(await screen.findByRole('heading', { name: 'Select Reader' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Another Location' })).toBeNull();
    await waitFor(() => expect(screen.getByTitle('washcashier1')).toBeTruthy());
    await userEvent.click(screen.getByRole('button', { name: 'Set Reader' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(store.getState().workplace).toEqual({ locationId: 'tml_12', readerId: 'tmr_2', changing: false });
  });

  it('that is a lane board shows the lanes without a sign-in and a reader, to look at only', async () => {
    stubSockets();
    const waiting = { id: testDevice.id, began: new Date().toISOString(), lane: 1, gate: null, code: 'CAM123-IL', plate: 'CAM123-IL' };
    const member = {
      customer: 'member-1',
      name: null,
      planName: 'Super Kiss',
      subscription: null,
      admission: 'admitted',
      laneReason: null,
    };
    const read = {
      ...waiting,
      ...member,
      outcome: 'suggested',
      reason: 'Its score is low',
      tiedLanes: [],
      decision: null,
      isWashed: false,
    };
    const car = { ...read, id: testSession(Role.Cashier).sessionId, code: '12345+123456', outcome: 'shown', lane: 2 };
    const north = { host: 'north', name: 'North', lane: 2, health: 'online', reason: null, relay: false, gateOpen: false };
    const at = new Date().toISOString();
    stubFetch({
      ...enrolled,
      'GET /device/current': ok({ device: { ...testDevice, kind: 'lane_board' } }),
      'GET /config/flags': ok([{ name: 'gatecontrol', description: '', value: true }]),
      'GET /lane/board': ok({ site: 12, at, silentSince: null, lanes: [1, 2], gates: [north], cars: [read, car] }),
      'POST /live/ticket': ok({ ticket: 'ticket', expiresIn: 30 }),
    });
    const { here } = renderApp('/lanes', nowhere);
    const link = await screen.findByRole('link', { name: 'Sign in to let cars in' });
    expect(screen.getAllByText('Member', { exact: false })).toHaveLength(2);
    const acts = ['Open Gate', 'Let In', 'Dismiss', 'Wrong Lane', 'Let In · Lane 1'];
    expect(acts.filter((name) => screen.queryByRole('button', { name }))).toEqual([]);
    await userEvent.click(link);
    await waitFor(() => expect(here()).toBe('/login'));
  });

  it('proposes the only reader, and keeps another choice', async () => {
    stubFetch({ ...enrolled, 'GET /terminal/readers': ok({ readers: [counterReader], count: 1 }) });
    const { store } = renderApp('/login', nowhere);
    await waitFor(() => expect(screen.getByTitle('Counter reader (offline)')).toBeTruthy());
    await choose('Card reader', 'No Terminal');
    await userEvent.click(screen.getByRole('button', { name: 'Set Reader' }));
    expect(await screen.findByLabelText('Employee number')).toBeTruthy();
    expect(store.getState().workplace.readerId).toBe('no-terminal');
  });

  it.each([
    ["the server's message", fails(503, 'stripe_unavailable', 'Stripe cannot be reached'), 'Stripe cannot be reached'],
    ['else Unknown Error Occurred', { status: 502, body: 'no JSON' }, 'Unknown Error Occurred'],
  ])('continues with No Terminal when the readers cannot be loaded, and shows %s', async (_what, answer, words) => {
    stubFetch({ ...enrolled, 'GET /terminal/readers': answer });
    const { store } = renderApp('/login', { locationId: 'tml_12', readerId: null });
    expect(await screen.findByText('Couldn’t load card readers')).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByText('No Terminal')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Set Reader' }));
    await screen.findByRole('heading', { name: 'Sign in' });
    expect(store.getState().workplace.readerId).toBe('no-terminal');
  });

  it('goes back to its own site when another one is remembered', async () => {
    stubFetch(enrolled);
    const { store } = renderApp('/login', { locationId: 'tml_99', readerId: 'tmr_9' });
    expect(await screen.findByRole('heading', { name: 'Select Reader' })).toBeTruthy();
    expect(store.getState().workplace.locationId).toBe('tml_12');
  });

  it('stays at its site also with a manager, who may choose others elsewhere', async () => {
    stubFetch({
      ...enrolled,
      'POST /auth/refreshtoken': ok(testSession(Role.SalesManager, { site: null, locationId: null })),
      'GET /location': ok({ locations: [testLocation, merrillville], count: 2 }),
    });
    const { store } = renderApp('/loyaltylinkup', nowhere);
    await screen.findByRole('heading', { name: /Select Reader|couldn’t be selected/ });
    expect(screen.queryByLabelText('Location')).toBeNull();
    expect(store.getState().workplace.locationId).not.toBe('tml_27');
  });

  it('is not stopped at an enrollment link', async () => {
    stubFetch(enrolled);
    renderApp('/enrol/abcdefghijklmnopqrstuv', nowhere);
    expect(await screen.findByRole('heading', { name: 'Enroll this browser' })).toBeTruthy();
  });
});

describe('an unenrolled browser', () => {
  it('signs in first', async () => {
    stubFetch(startupAnswers);
    renderApp('/loyaltylinkup', nowhere);
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
  });

  it('then chooses, and its session learns the location', async () => {
    const sent = stubFetch({
      ...signedIn({ site: null, locationId: null }),
      'GET /location': ok({ locations: [testLocation, merrillville], count: 2 }),
      'POST /auth/location': ok(testSession(Role.Cashier, { site: 27, locationId: 'tml_27', accessToken: 'token-2' })),
    });
    const { session } = renderApp('/loyaltylinkup', nowhere);
    await choose('Location', 'Merrillville, IN');
    await userEvent.click(screen.getByRole('button', { name: 'Set Location' }));
    await screen.findByRole('heading', { name: 'Select Reader' });
    expect(sent.find(({ path }) => path === '/auth/location')?.body).toEqual({ locationId: 'tml_27' });
    expect(session.accessToken()).toBe('token-2');
  });

  it('sets what it remembers without a question', async () => {
    const sent = stubFetch({ ...signedIn({ site: null, locationId: null }), 'POST /auth/location': ok(testSession(Role.Cashier)) });
    renderApp('/loyaltylinkup', jolietWorkplace);
    expect(await screen.findByRole('heading', { name: 'Loyalty link-up' })).toBeTruthy();
    expect(sent.find(({ path }) => path === '/auth/location')?.body).toEqual({ locationId: 'tml_12' });
  });

  it('says when the location could not be set, and offers another', async () => {
    stubFetch({ ...signedIn({ site: null, locationId: null }), 'POST /auth/location': fails(403, 'forbidden', 'Not your site') });
    renderApp('/loyaltylinkup', jolietWorkplace);
    expect(await screen.findByText('Not your site')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Choose Another Location' }));
    expect(await screen.findByRole('heading', { name: 'Select Location' })).toBeTruthy();
  });
});

it("takes the session's location over the remembered one, and forgets the reader of the other", async () => {
  stubFetch({
    ...signedIn({ locationId: 'tml_27', site: 27 }),
    'GET /location': ok({ locations: [testLocation, merrillville], count: 2 }),
  });
  const { store } = renderApp('/loyaltylinkup', { locationId: 'tml_12', readerId: 'tmr_1' });
  expect(await screen.findByText(/at Merrillville/)).toBeTruthy();
  await waitFor(() => expect(store.getState().workplace).toEqual({ locationId: 'tml_27', readerId: null, changing: false }));
});
