import { useCallback, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import type { CallFailure } from '../../lib/api/call-failure.ts';
import { selectSessionKnown } from '../../lib/session/session-slice.ts';
import { useSessionManager } from '../session-manager-context.ts';

/**
 * Checks once whether this browser has a session: the refresh token is a cookie that only the server can read. An ended or expired session
 * is dropped.
 */
export function useRestoredSession(): { known: boolean; failure: CallFailure | null; restore: () => void } {
  const sessionManager = useSessionManager();
  const known = useSelector(selectSessionKnown);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const ask = useCallback(() => {
    void sessionManager.refresh(sessionManager.accessToken()).then((outcome) => setFailure(typeof outcome === 'string' ? null : outcome));
  }, [sessionManager]);
  useEffect(() => {
    if (!known) ask();
  }, [known, ask]);
  const restore = () => {
    setFailure(null);
    ask();
  };
  return { known, failure, restore };
}
