import '@fontsource-variable/inter';
import '../components/fixed-colors.css';
import './global.css';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { installCompositionKeys } from '../lib/composition-keys.ts';
import { followConnection } from '../lib/connection.ts';
import { tolerateForeignDomChanges } from '../lib/foreign-dom-changes.ts';
import { installHeldKeys, takeEarlyKeys } from '../lib/held-keys/held-keys.ts';
import { installKeptFocus } from '../lib/kept-focus.ts';
import { claimTabStorage } from '../lib/persisted/tab-storage.ts';
import { readRegisterContext } from '../lib/register-context.ts';
import { installReturningFocus } from '../lib/returning-focus.ts';
import { createSessionManager } from '../lib/session/session-manager.ts';
import { browserTabChannel } from '../lib/session/tab-channel.ts';
import { rememberedWorkplace, rememberWorkplace } from '../lib/workplace.ts';
import { App } from './app.tsx';
import { keepKeysOverNavigation } from './navigation-keys.ts';
import { routeObjects } from './router.tsx';
import { createStore } from './store.ts';
import { startTheme } from './theme/shown-theme.ts';

tolerateForeignDomChanges();
installCompositionKeys();
installHeldKeys();
installReturningFocus();
installKeptFocus();
followConnection();

const session = createSessionManager(browserTabChannel());
const store = createStore({
  session,
  registerContext: readRegisterContext(window.location.search, document.referrer),
  workplace: rememberedWorkplace(window.localStorage),
});
let remembered = store.getState().workplace;
store.subscribe(() => {
  const { workplace } = store.getState();
  if (workplace === remembered) return;
  remembered = workplace;
  rememberWorkplace(window.localStorage, workplace);
});

const root = document.getElementById('root');
if (!root) throw new Error('Element #root not found');
const router = createBrowserRouter(routeObjects);
keepKeysOverNavigation(router);
// before the first screen reads what the tab has stored
void Promise.all([claimTabStorage({ storage: window.sessionStorage, locks: navigator.locks }), startTheme()]).then(() => {
  takeEarlyKeys();
  createRoot(root).render(<App store={store} session={session} router={router} />);
});
