import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { useClaimedTerminal } from '../../lib/claimed-terminal.ts';
import { useChooseLocationMutation } from '../../lib/session/session-api.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { locationChosen } from '../../lib/workplace.ts';

/** Sets this browser's location, on the device and in the current session. */
export function useSetLocation() {
  const [choose, { isLoading, error }] = useChooseLocationMutation();
  const dispatch = useDispatch();
  const signedIn = useSession() !== null;
  const claimed = useClaimedTerminal();

  const setLocation = useCallback(
    async (locationId: string): Promise<void> => {
      const terminal = claimed === undefined ? {} : { terminal: claimed };
      const answer = signedIn ? await choose({ body: { locationId, ...terminal } }) : {};
      if (!('error' in answer) || !answer.error) dispatch(locationChosen(locationId));
    },
    [choose, claimed, dispatch, signedIn],
  );
  return { setLocation, isLoading, error };
}
