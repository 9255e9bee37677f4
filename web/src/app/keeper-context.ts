import { createContext, use } from 'react';
import type { SessionKeeper } from '../lib/session/session-keeper.ts';

/** The session's keeper, for the start of the app alone: screens know the session by `useSession`. */
export const KeeperContext = createContext<SessionKeeper | null>(null);

export function useKeeper(): SessionKeeper {
  const keeper = use(KeeperContext);
  if (!keeper) throw new Error('There is no session keeper around this component');
  return keeper;
}
