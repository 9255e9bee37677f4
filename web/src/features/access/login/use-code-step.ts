import { useState } from 'react';
import type { Credentials } from '@washdesk/contracts/access/one-time-code';
import { isCallFailure } from '../../../lib/api/call-failure.ts';

/** A sign-in with correct credentials that needs a code, or codes to be set up. */
export interface WaitingSignIn {
  credentials: Credentials;
  step: 'code' | 'setup';
}

/** The next step of a sign-in that needs a one-time code (docs/rules/access.md#one-time-codes). */
export function useCodeStep() {
  const [waiting, setWaiting] = useState<WaitingSignIn | null>(null);
  return {
    waiting,
    /** @param error the error of the sign-in with these credentials */
    follow: (credentials: Credentials, error: unknown) => {
      const step = stepOf(error);
      if (step) setWaiting({ credentials, step });
    },
    startOver: () => setWaiting(null),
  };
}

function stepOf(error: unknown): WaitingSignIn['step'] | null {
  if (!isCallFailure(error)) return null;
  if (error.code === 'code_setup_required') return 'setup';
  return error.code === 'code_required' || error.code === 'code_wrong' ? 'code' : null;
}
