import { configureStore } from '@reduxjs/toolkit';
import { api } from '../lib/api/api.ts';
import type { ApiContext } from '../lib/api/base-query.ts';
import { arrivalSlice } from '../lib/arrival.ts';
import type { Arrival } from '../lib/arrival.ts';
import { sessionChanged, sessionSlice } from '../lib/session/session-slice.ts';
import type { SessionKeeper } from '../lib/session/session-keeper.ts';
import { workplaceSlice } from '../lib/workplace.ts';
import type { Workplace } from '../lib/workplace.ts';

interface Beginning {
  session: SessionKeeper;
  arrival: Arrival;
  workplace: Workplace;
}

export type AppStore = ReturnType<typeof createStore>;

export function createStore({ session, arrival, workplace }: Beginning) {
  const context: ApiContext = { session };
  const store = configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      session: sessionSlice.reducer,
      arrival: arrivalSlice.reducer,
      workplace: workplaceSlice.reducer,
    },
    preloadedState: { arrival, workplace: { ...workplace, changing: false } },
    middleware: (defaults) => defaults({ thunk: { extraArgument: context } }).concat(api.middleware),
  });
  session.onChange((changed) => {
    const before = store.getState().session.session?.user.userid;
    store.dispatch(sessionChanged(changed));
    forgetWhatAnotherSaw(store.dispatch, before, changed?.user.userid);
  });
  return store;
}

/** What one person fetched is not shown to the next; a first sign-in only asks again for what depends on who asks. */
function forgetWhatAnotherSaw(
  dispatch: (action: ReturnType<typeof api.util.resetApiState>) => unknown,
  before?: string,
  now?: string,
): void {
  if (before === now) return;
  if (before === undefined) dispatch(api.util.invalidateTags(['Caller']) as never);
  else dispatch(api.util.resetApiState());
}
