import type { Credentials } from '@washdesk/contracts/access/one-time-code';
import { useState } from 'react';
import { isCallFailure } from '../../../lib/api/call-failure.ts';

/** A sign-in that was right so far, and what is asked for behind it: a code, or codes to be set up. */
export interface WaitingSignIn {
  credentials: Credentials;
  step: 'code' | 'setup';
}

/** What a sign-in does next, where one-time codes are asked for (docs/rules/access.md#one-time-codes). */
export function useCodeStep() {
  const [waiting, setWaiting] = useState<WaitingSignIn | null>(null);
  return {
    waiting,
    /** @param error what a sign-in with these credentials was answered */
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
