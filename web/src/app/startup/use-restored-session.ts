import { useCallback, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectSessionKnown } from '../../lib/session/session-slice.ts';
import { useKeeper } from '../keeper-context.ts';

/**
 * Asks once whether this browser still holds a session: the refresh token is a cookie, so only the server knows. An ended
 * or expired session is dropped (back-office section 4.1).
 */
export function useRestoredSession(): { known: boolean; unreachable: boolean; restore: () => void } {
  const keeper = useKeeper();
  const known = useSelector(selectSessionKnown);
  const [unreachable, setUnreachable] = useState(false);
  const restore = useCallback(() => {
    setUnreachable(false);
    void keeper.refresh(keeper.accessToken()).then((outcome) => setUnreachable(outcome === 'unreachable'));
  }, [keeper]);
  useEffect(() => {
    if (!known) restore();
  }, [known, restore]);
  return { known, unreachable, restore };
}
