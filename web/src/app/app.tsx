import { StyleProvider, createCache } from '@ant-design/cssinjs';
import { ConfigProvider } from 'antd';
import { StrictMode, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import type { RouterProviderProps } from 'react-router-dom';
import { PinRequests } from '../domain/step-up/pin-requests.tsx';
import type { SessionManager } from '../lib/session/session-manager.ts';
import { SessionManagerContext } from './session-manager-context.ts';
import type { AppStore } from './store.ts';
import { useShownTheme } from './theme/shown-theme.ts';
import { popupContainer } from './theme/theme.ts';

// A dialog that stays open after its screen closes is outside this tree, but looks the same.
ConfigProvider.config({ holderRender: (children) => <Themed>{children}</Themed> });

const styles = retainedStyleCache();

interface AppProps {
  store: AppStore;
  session: SessionManager;
  router: RouterProviderProps['router'];
}

export function App({ store, session, router }: AppProps) {
  return (
    <StrictMode>
      <Provider store={store}>
        <SessionManagerContext value={session}>
          <StyleProvider cache={styles}>
            <Themed>
              <RouterProvider router={router} />
              <PinRequests />
            </Themed>
          </StyleProvider>
        </SessionManagerContext>
      </Provider>
    </StrictMode>
  );
}

function Themed({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider theme={useShownTheme()} getPopupContainer={popupContainer}>
      {children}
    </ConfigProvider>
  );
}

/**
 * antd drops a component's computed style when the last one leaves the page and computes it again for the next screen, which costs more
 * than drawing the screen. Its styles stay in the page anyway, so this cache keeps them.
 */
function retainedStyleCache(): ReturnType<typeof createCache> {
  const cache = createCache();
  const update = cache.opUpdate.bind(cache);
  cache.opUpdate = (path, change) => update(path, (before) => change(before) ?? (before ? [0, before[1]] : null));
  return cache;
}
