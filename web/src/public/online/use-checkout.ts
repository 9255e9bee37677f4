import { useEffect, useState } from 'react';
import type { CheckoutResult } from '@washdesk/contracts/billing/checkout';
import { CallFailed } from '../lib/call.ts';
import { readCheckout } from './online-calls.ts';

export interface CheckoutView {
  /** The newest answer; null before the first. */
  result: CheckoutResult | null;
  failure: CallFailed | null;
  /** Whether the page still asks. */
  isAsking: boolean;
  again: () => void;
}

/** Seconds before each question after the first: the lanes have most plates within two seconds. */
const pauses = [1, 1, 1, 2, 2, 3, 3, 5, 5, 7, 10, 10, 10];

const isFinal = (result: CheckoutResult): boolean => result.status === 'expired' || (result.status === 'complete' && result.admitted);

/** Asks about a payment page until the customer can drive up, it is expired or unknown, or a minute is over. */
export function useCheckout(session: string): CheckoutView {
  const [view, setView] = useState<Omit<CheckoutView, 'again'>>({ result: null, failure: null, isAsking: true });
  const [asked, setAsked] = useState({ session });
  useEffect(() => {
    const left = new AbortController();
    const ask = async (): Promise<void> => {
      for (const pause of [...pauses, null]) {
        const answer = await readCheckout(asked.session, left.signal).catch((error: unknown) => {
          if (error instanceof CallFailed) return error;
          throw error;
        });
        if (left.signal.aborted) return;
        const isOver = pause === null || (answer instanceof CallFailed ? answer.status === 404 : isFinal(answer));
        setView((before) =>
          answer instanceof CallFailed
            ? { ...before, failure: answer, isAsking: !isOver }
            : { result: answer, failure: null, isAsking: !isOver },
        );
        if (isOver) return;
        await new Promise((resolve) => setTimeout(resolve, pause * 1_000));
      }
    };
    void ask();
    return () => left.abort();
  }, [asked]);
  return {
    ...view,
    again: () => {
      setView((before) => ({ ...before, failure: null, isAsking: true }));
      setAsked({ session });
    },
  };
}
