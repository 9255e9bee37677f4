import type { GiftCard } from '@washdesk/contracts/sites/gift-card';
import { useState } from 'react';
import type { CallFailure } from '../../../lib/api/call-failure.ts';
import { retryIdempotent } from '../../../lib/idempotent-requests/retry-idempotent.ts';
import { pendingRequests } from '../../../lib/pending-requests/pending-requests.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useDeductGiftCardMutation } from './isi-api.ts';

/** A working day: later the customer has left, and the same amount is another deduction. */
const requests = pendingRequests('gift-card', 12 * 3_600_000);

/** Whose deduction it is: another person at this register must not ask for it, since a key counts for the person who made it. */
interface Subject {
  owner: string;
  code: string;
  amount: string;
}
const subjectOf = ({ owner, code, amount }: Subject): string => JSON.stringify([owner, code, amount]);

type State = { kind: 'open' | 'sending' } | { kind: 'refused'; failure: CallFailure } | { kind: 'unknown'; amount: string };

interface Deduction {
  state: State;
  /** Takes the amount, in dollars as typed. The same amount of the same card is the same deduction until its end is known. */
  send: (amount: string) => Promise<void>;
  /** Forgets the last refusal. */
  forget: () => void;
}

/** The amount whose deduction from this gift card was asked for, and of which nobody knows whether it was made; null for none. */
function unheardAmount(owner: string, code: string): string | null {
  const subjects = requests.subjects().map((one) => JSON.parse(one) as [owner: string, code: string, amount: string]);
  return subjects.find(([by, of]) => by === owner && of === code)?.[2] ?? null;
}

/**
 * Deducts from a gift card, once: pressed twice, repeated after a lost answer or after a reload it bears the same key
 * (docs/rules/sites.md#gift-cards).
 */
export function useDeduction(code: string, onDeducted: (cards: GiftCard[], amount: string) => void): Deduction {
  const owner = useSession()?.user.userid ?? '';
  const [deduct] = useDeductGiftCardMutation();
  const [state, setState] = useState<State>(() => {
    const amount = unheardAmount(owner, code);
    return amount === null ? { kind: 'open' } : { kind: 'unknown', amount };
  });
  const send = async (amount: string): Promise<void> => {
    if (state.kind === 'sending') return;
    const subject = subjectOf({ owner, code, amount });
    const idempotencyKey = requests.idFor(subject);
    setState({ kind: 'sending' });
    const outcome = await retryIdempotent(() => deduct({ params: { code }, body: { amount }, idempotencyKey }));
    // of a site that is away nothing was taken: the API knows it
    const isKnown = outcome.kind !== 'unknown' || outcome.failure.code === 'site_unreachable';
    if (isKnown) requests.settle(subject);
    if (outcome.kind === 'done') {
      setState({ kind: 'open' });
      onDeducted(outcome.data, amount);
    } else setState(isKnown ? { kind: 'refused', failure: outcome.failure } : { kind: 'unknown', amount });
  };
  return { state, send, forget: () => setState((before) => (before.kind === 'refused' ? { kind: 'open' } : before)) };
}
