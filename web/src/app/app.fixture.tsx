import { render } from '@testing-library/react';
import { createMemoryRouter } from 'react-router-dom';
import type { Session } from '@washdesk/contracts/access/auth';
import { fails, ok } from '../lib/fetch.fixture.ts';
import type { StubAnswers } from '../lib/fetch.fixture.ts';
import { readRegisterContext } from '../lib/register-context.ts';
import { createSessionManager } from '../lib/session/session-manager.ts';
import { serialRunner } from '../lib/session/tab-channel.ts';
import { clearToasts } from '../lib/toasts.ts';
import type { Workplace } from '../lib/workplace.ts';
import { WithoutStyles } from '../testing/screen.tsx';
import { App } from './app.tsx';
import { routeObjects } from './router.tsx';
import { createStore } from './store.ts';

/** A tab without other tabs. */
export const singleTab = { exclusively: serialRunner(), post: () => undefined, listen: () => undefined };

export function testSession(roles: number, more: Partial<Session> = {}): Session {
  return {
    sessionId: '0193a000-0000-7000-8000-000000000001',
    accessToken: 'token-1',
    expiresIn: 600,
    user: { name: 'Casey Nguyen', userid: 'casey', employeeId: 1001, roles },
    site: 12,
    locationId: 'tml_12',
    terminal: 'Washcashier1',
    ...more,
  };
}

export const testDevice = {
  id: '0193a000-0000-7000-8000-0000000000d1',
  kind: 'register',
  name: 'Register 1',
  site: 12,
  terminal: 'Washcashier1',
  enrolled: '2026-11-01T10:00:00Z',
  lastSeen: null,
  revoked: null,
  networks: [],
};

export const testLocation = { id: 'tml_12', display_name: 'Joliet', metadata: { site: '12', state: 'IL', defaultplatestate: 'IL' } };

/** Responses to the startup calls of a company without a session or an enrolled device. */
export const startupAnswers: StubAnswers = {
  'POST /auth/refreshtoken': fails(403, 'session_ended', 'Sign in again'),
  'GET /device/current': ok({ device: null }),
  'GET /config': ok({ publicKey: 'pk_test_1', apiVersion: '0.1.0', clientVersion: '2.0.891', configOptions: null }),
  'GET /config/flags': ok([]),
  'GET /location': ok({ locations: [testLocation], count: 1 }),
  'GET /terminal/readers': ok({ readers: [], count: 0 }),
  'GET /firebird/terminallookup': ok({ terminalname: 'Washcashier1', site: 12 }),
  'GET /dxt/hosts': ok({ hosts: [], readers: [] }),
  'GET /promo': ok({ promos: [], count: 0 }),
  'GET /communication/systemmessage': ok({ message: null }),
};

export const jolietWorkplace: Workplace = { locationId: 'tml_12', readerId: 'no-terminal' };

/** Renders the whole app at a URL, with the responses of `stubFetch`. */
export function renderApp(address: string, workplace: Workplace = jolietWorkplace) {
  clearToasts();
  const session = createSessionManager(singleTab);
  const store = createStore({ session, registerContext: readRegisterContext(new URL(address, 'http://localhost').search, ''), workplace });
  const router = createMemoryRouter(routeObjects, { initialEntries: [address] });
  render(<App store={store} session={session} router={router} />, { wrapper: WithoutStyles });
  const here = () => router.state.location.pathname + router.state.location.search;
  return { store, session, router, here };
}
