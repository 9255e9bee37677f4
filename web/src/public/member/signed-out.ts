import { createContext } from 'react';
import type { CallFailed } from '../lib/call.ts';

/** Shows the sign-in in the place of the step whose call found the session ended. */
export const SignedOut = createContext<(failure: CallFailed) => void>(() => undefined);
