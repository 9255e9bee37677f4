import { StyleProvider } from '@ant-design/cssinjs';
import { ConfigProvider } from 'antd';
import { StrictMode } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import type { RouterProviderProps } from 'react-router-dom';
import type { SessionKeeper } from '../lib/session/session-keeper.ts';
import { KeeperContext } from './keeper-context.ts';
import { keptStyles } from './kept-styles.ts';
import type { AppStore } from './store.ts';
import { theme } from './theme.ts';

// A dialog that outlives the screen that opened it stands outside this tree, and looks the same.
ConfigProvider.config({ holderRender: (children) => <ConfigProvider theme={theme}>{children}</ConfigProvider> });

const styles = keptStyles();

interface AppProps {
  store: AppStore;
  session: SessionKeeper;
  router: RouterProviderProps['router'];
}

export function App({ store, session, router }: AppProps) {
  return (
    <StrictMode>
      <Provider store={store}>
        <KeeperContext value={session}>
          <StyleProvider cache={styles}>
            <ConfigProvider theme={theme}>
              <RouterProvider router={router} />
            </ConfigProvider>
          </StyleProvider>
        </KeeperContext>
      </Provider>
    </StrictMode>
  );
}
