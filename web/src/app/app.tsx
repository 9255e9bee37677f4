import { StyleProvider } from '@ant-design/cssinjs';
import { ConfigProvider } from 'antd';
import { StrictMode } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import type { RouterProviderProps } from 'react-router-dom';
import type { SessionManager } from '../lib/session/session-manager.ts';
import { SessionManagerContext } from './session-manager-context.ts';
import { retainedStyleCache } from './retained-style-cache.ts';
import type { AppStore } from './store.ts';
import { theme } from './theme.ts';

// A dialog that outlives the screen that opened it stands outside this tree, and looks the same.
ConfigProvider.config({ holderRender: (children) => <ConfigProvider theme={theme}>{children}</ConfigProvider> });

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
            <ConfigProvider theme={theme}>
              <RouterProvider router={router} />
            </ConfigProvider>
          </StyleProvider>
        </SessionManagerContext>
      </Provider>
    </StrictMode>
  );
}
