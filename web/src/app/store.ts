import { configureStore } from '@reduxjs/toolkit';
import type { Session } from '@washdesk/contracts/access/auth';
import { api } from '../lib/api/api.ts';
import type { ApiContext } from '../lib/api/base-query.ts';
import { registerContextSlice } from '../lib/register-context.ts';
import type { RegisterContext } from '../lib/register-context.ts';
import type { SessionManager } from '../lib/session/session-manager.ts';
import { selectSession, sessionChanged, sessionSlice } from '../lib/session/session-slice.ts';
import type { VisibleSession } from '../lib/session/session-slice.ts';
import { clearToasts } from '../lib/toasts.ts';
import { workplaceSlice } from '../lib/workplace.ts';
import type { Workplace } from '../lib/workplace.ts';

interface StoreOptions {
  session: SessionManager;
  registerContext: RegisterContext;
  workplace: Workplace;
}

export type AppStore = ReturnType<typeof createStore>;

export function createStore({ session, registerContext, workplace }: StoreOptions) {
  const context: ApiContext = { session };
  const store = configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      session: sessionSlice.reducer,
      registerContext: registerContextSlice.reducer,
      workplace: workplaceSlice.reducer,
    },
    preloadedState: { registerContext, workplace: { ...workplace, changing: false } },
    middleware: (defaults) => defaults({ thunk: { extraArgument: context } }).concat(api.middleware),
    // at the end of the task, not of the frame: a screen that tells a call's result shows its button ready in the same moment
    enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
  });
  session.onChange((changed) => {
    const before = selectSession(store.getState());
    store.dispatch(sessionChanged(changed));
    if (isAnother(before, changed)) {
      store.dispatch(api.util.resetApiState());
      clearToasts();
    } else if (changed && (!before || before.site !== changed.site)) store.dispatch(api.util.invalidateTags(['Caller']));
  });
  return store;
}

/** Whether cached data must not be shown any more: another user, or the same at another site. */
function isAnother(before: VisibleSession | null, now: Session | null): boolean {
  if (before === null) return false;
  return before.user.userid !== now?.user.userid || (before.site !== null && before.site !== now.site);
}
