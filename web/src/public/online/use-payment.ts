import { useEffect, useRef, useState } from 'react';
import { CallFailed } from '../lib/call.ts';
import { useLanguage } from '../lib/page-texts.tsx';
import { openPayment } from './online-calls.ts';
import type { SignUpForm } from './sign-up-form.ts';
import { cameBackUnpaid, leaveForPayment, storedForm } from './storage.ts';

export interface Payment {
  isOpening: boolean;
  /** Whether the customer came back from the payment page without paying. */
  isAbandoned: boolean;
  failure: CallFailed | null;
  /** Opens Stripe's page; a second press while it opens does nothing. */
  open: () => void;
  forgetFailure: () => void;
}

interface Outcomes {
  /** Leaves for an address of another origin. */
  leave: (address: string) => void;
  onRefused: (failure: CallFailed) => void;
  /** Stays the same function. */
  onAbandoned: () => void;
}

/** The way to the payment page and back. */
export function usePayment(form: SignUpForm, { leave, onRefused, onAbandoned }: Outcomes): Payment {
  const { language } = useLanguage();
  const [isOpening, setOpening] = useState(false);
  const [isAbandoned, setAbandoned] = useState(false);
  const [failure, setFailure] = useState<CallFailed | null>(null);
  const pressed = useRef(false);

  useEffect(() => {
    const arrive = (): void => {
      pressed.current = false;
      setOpening(false);
      if (!cameBackUnpaid()) return;
      setAbandoned(true);
      onAbandoned();
    };
    // Back may show the page as it was left, its button still busy
    const restored = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      // the sign-up is complete: nothing of it is shown to the next person
      if (storedForm() === null) window.location.reload();
      else arrive();
    };
    arrive();
    window.addEventListener('pageshow', restored);
    return () => window.removeEventListener('pageshow', restored);
  }, [onAbandoned]);

  const open = async (): Promise<void> => {
    if (pressed.current) return;
    pressed.current = true;
    setOpening(true);
    try {
      const address = await openPayment(form, language);
      leaveForPayment();
      leave(address);
    } catch (error) {
      pressed.current = false;
      setOpening(false);
      if (!(error instanceof CallFailed)) throw error;
      setFailure(error);
      onRefused(error);
    }
  };
  return { isOpening, isAbandoned, failure, open: () => void open(), forgetFailure: () => setFailure(null) };
}
