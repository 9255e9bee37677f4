import { useCallback } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectSale } from '../../lib/arrival.ts';
import { useChooseLocationMutation } from '../../lib/session/session-api.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { locationChosen } from '../../lib/workplace.ts';

/** Sets where this browser works: on the device, and in the session of whoever is signed in. */
export function useSetLocation() {
  const [choose, { isLoading, error }] = useChooseLocationMutation();
  const dispatch = useDispatch();
  const signedIn = useSession() !== null;
  const xptUser = useSelector(selectSale)?.xptUser;

  const setLocation = useCallback(
    async (locationId: string): Promise<void> => {
      const terminal = xptUser ? { terminal: xptUser } : {};
      const answer = signedIn ? await choose({ body: { locationId, ...terminal } }) : {};
      if (!('error' in answer) || !answer.error) dispatch(locationChosen(locationId));
    },
    [choose, dispatch, signedIn, xptUser],
  );
  return { setLocation, isLoading, error };
}
