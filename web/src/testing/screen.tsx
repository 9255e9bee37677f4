import { render } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import type { Session } from '@washdesk/contracts/access/auth';
import { createStore } from '../app/store.ts';
import { Toasts } from '../domain/status/toasts.tsx';
import { CardCollectorFactoryContext, type CardCollectorFactory } from '../lib/card-reader/card-collector-factory.ts';
import type { CardCollector } from '../lib/card-reader/card-collector.ts';
import { scriptedForm } from '../lib/card-reader/card-form.fixture.ts';
import type { CardForm } from '../lib/card-reader/card-form.ts';
import { createSessionManager } from '../lib/session/session-manager.ts';
import { serialRunner } from '../lib/session/tab-channel.ts';
import { clearToasts } from '../lib/toasts.ts';

export interface ShownScreen {
  /** The route of the screen, and the URL to open. */
  path: string;
  address?: string;
  /** Role flags of the signed-in user. */
  roles?: number;
  terminal?: string | null;
  /** The card collectors: the reader that this browser has selected, otherwise the form. */
  cards?: { reader?: CardCollector; form?: CardForm };
}

/** Renders one screen like the app: with its store, a session and a router. Any other URL is shown as text. */
export function renderScreen(screen: ReactNode, { path, address = path, roles = 1, terminal = null, cards = {} }: ShownScreen): void {
  const sessionManager = createSessionManager({ exclusively: serialRunner(), post: () => undefined, listen: () => undefined });
  const store = createStore({
    session: sessionManager,
    registerContext: { sale: null, terminal: null, dxt: false, referrer: '' },
    workplace: { locationId: 'tml_joliet', readerId: cards.reader ? 'tmr_joliet' : null },
  });
  sessionManager.adopt(testSession(roles, terminal));
  clearToasts();
  const routes = [
    { path, element: screen },
    { path: '*', element: <Elsewhere /> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(
    <Provider store={store}>
      <CardCollectorFactoryContext value={factoryOf(cards)}>
        <RouterProvider router={router} />
        <Toasts />
      </CardCollectorFactoryContext>
    </Provider>,
    { wrapper: WithoutStyles },
  );
}

/** Without antd's styles: jsdom does not draw them, and they cost a sixth of a screen test. */
export function WithoutStyles({ children }: { children: ReactNode }) {
  return <ConfigProvider theme={{ zeroRuntime: true }}>{children}</ConfigProvider>;
}

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>{`At ${pathname}${search}`}</p>;
}

function factoryOf({ reader, form = scriptedForm().form }: NonNullable<ShownScreen['cards']>): CardCollectorFactory {
  const chosen = (): CardCollector => {
    if (!reader) throw new Error('No reader selected');
    return reader;
  };
  return { reader: chosen, form: () => form };
}

function testSession(roles: number, terminal: string | null): Session {
  return {
    sessionId: '0193a1b0-0000-7000-8000-0000000000aa',
    accessToken: 'test-token',
    expiresIn: 600,
    user: { name: 'Ann Cashier', userid: 'ann', employeeId: 1042, roles },
    site: 12,
    locationId: 'tml_joliet',
    terminal,
  };
}
