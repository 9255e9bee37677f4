import { useState } from 'react';
import type { GiftCard } from '@washdesk/contracts/sites/gift-card';
import { useKeyedRequest, type KeyedRequestState } from '../../../lib/idempotent-requests/use-keyed-request.ts';
import { useDeductGiftCardMutation } from './isi-api.ts';

/** A requested deduction. */
export interface DeductionRequest {
  /** The card's id; undefined if the site's agent names none. */
  card: number | undefined;
  /** Dollars, as typed. */
  amount: string;
}

export interface Deductions {
  state: KeyedRequestState;
  /** The request that `state` is about. */
  last: DeductionRequest | null;
  /** The request with an unknown outcome; null for none. */
  unheard: DeductionRequest | null;
  /** Deducts. The same amount of the same card is the same deduction until its outcome is known. */
  send: (request: DeductionRequest) => Promise<void>;
  /** Clears the last failure. */
  forget: () => void;
}

type Subject = [code: string, amount: string, card?: number];
const read = (subject: string): Subject => JSON.parse(subject) as Subject;

/** Deducts once from the cards of a code, one at a time (docs/rules/sites.md#gift-cards). */
export function useDeduction(code: string, onDeducted: (cards: GiftCard[], request: DeductionRequest) => void): Deductions {
  const [deduct] = useDeductGiftCardMutation();
  const [last, setLast] = useState<DeductionRequest | null>(null);
  const { state, send, forget } = useKeyedRequest({
    kind: 'gift-card',
    nothingDone: ['site_unreachable'],
    takesUp: (subject) => read(subject)[0] === code,
  });
  const [, amount, card] = state.kind === 'unknown' ? read(state.subject) : [];
  return {
    state,
    last,
    forget,
    unheard: amount === undefined ? null : { card, amount },
    send: async (request) => {
      setLast(request);
      const subject: Subject = request.card === undefined ? [code, request.amount] : [code, request.amount, request.card];
      const cards = await send(JSON.stringify(subject), (idempotencyKey) => deduct({ params: { code }, body: request, idempotencyKey }));
      if (cards) onDeducted(cards, request);
    },
  };
}
