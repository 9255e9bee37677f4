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
  const ask = useCallback(() => {
    void keeper.refresh(keeper.accessToken()).then((outcome) => setUnreachable(outcome === 'unreachable'));
  }, [keeper]);
  useEffect(() => {
    if (!known) ask();
  }, [known, ask]);
  const restore = () => {
    setUnreachable(false);
    ask();
  };
  return { known, unreachable, restore };
}
