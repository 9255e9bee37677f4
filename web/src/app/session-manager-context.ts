import { createContext, use } from 'react';
import type { SessionManager } from '../lib/session/session-manager.ts';

/** The session manager, only for the app's start: screens use `useSession`. */
export const SessionManagerContext = createContext<SessionManager | null>(null);

export function useSessionManager(): SessionManager {
  const sessionManager = use(SessionManagerContext);
  if (!sessionManager) throw new Error('SessionManagerContext has no provider');
  return sessionManager;
}
