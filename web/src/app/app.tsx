import { StyleProvider, createCache } from '@ant-design/cssinjs';
import { ConfigProvider } from 'antd';
import { StrictMode } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import type { RouterProviderProps } from 'react-router-dom';
import { PinRequests } from '../domain/step-up/pin-requests.tsx';
import type { SessionManager } from '../lib/session/session-manager.ts';
import { SessionManagerContext } from './session-manager-context.ts';
import type { AppStore } from './store.ts';
import { popupContainer, theme } from './theme.ts';

// A dialog that stays open after its screen closes is outside this tree, but looks the same.
ConfigProvider.config({
  holderRender: (children) => (
    <ConfigProvider theme={theme} getPopupContainer={popupContainer}>
      {children}
    </ConfigProvider>
  ),
});

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
            <ConfigProvider theme={theme} getPopupContainer={popupContainer}>
              <RouterProvider router={router} />
              <PinRequests />
            </ConfigProvider>
          </StyleProvider>
        </SessionManagerContext>
      </Provider>
    </StrictMode>
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
