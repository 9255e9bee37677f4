import { StyleProvider, createCache } from '@ant-design/cssinjs';
import { ConfigProvider } from 'antd';
import { StrictMode } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import type { RouterProviderProps } from 'react-router-dom';
import type { SessionManager } from '../lib/session/session-manager.ts';
import { SessionManagerContext } from './session-manager-context.ts';
import type { AppStore } from './store.ts';
import { popupContainer, theme } from './theme.ts';

// A dialog that outlives the screen that opened it stands outside this tree, and looks the same.
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
            </ConfigProvider>
          </StyleProvider>
        </SessionManagerContext>
      </Provider>
    </StrictMode>
  );
}

/**
 * antd forgets how a component looks as soon as the last one of its kind leaves the page, and works it out again for the next screen, which
 * costs more than drawing the screen. Its styles stay in the page anyway, so what is known of them stays too.
 */
function retainedStyleCache(): ReturnType<typeof createCache> {
  const cache = createCache();
  const update = cache.opUpdate.bind(cache);
  cache.opUpdate = (path, change) => update(path, (before) => change(before) ?? (before ? [0, before[1]] : null));
  return cache;
}
