import type { GiftCard } from '@washdesk/contracts/sites/gift-card';
import { useKeyedRequest, type KeyedRequestState } from '../../../lib/idempotent-requests/use-keyed-request.ts';
import { useDeductGiftCardMutation } from './isi-api.ts';

interface Deduction {
  state: KeyedRequestState;
  /** The amount whose deduction has an unknown outcome, in dollars as typed; null for none. */
  unheard: string | null;
  /** Deducts the amount, in dollars as typed. The same amount of the same card is the same deduction until its outcome is known. */
  send: (amount: string) => Promise<void>;
  /** Clears the last failure. */
  forget: () => void;
}

type Subject = [code: string, amount: string];
const read = (subject: string): Subject => JSON.parse(subject) as Subject;

/** Deducts from a gift card once (docs/rules/sites.md#gift-cards). */
export function useDeduction(code: string, onDeducted: (cards: GiftCard[], amount: string) => void): Deduction {
  const [deduct] = useDeductGiftCardMutation();
  const { state, send, forget } = useKeyedRequest({
    kind: 'gift-card',
    nothingDone: ['site_unreachable'],
    takesUp: (subject) => read(subject)[0] === code,
  });
  return {
    state,
    forget,
    unheard: state.kind === 'unknown' ? read(state.subject)[1] : null,
    send: async (amount) => {
      const subject = JSON.stringify([code, amount] satisfies Subject);
      const cards = await send(subject, (idempotencyKey) => deduct({ params: { code }, body: { amount }, idempotencyKey }));
      if (cards) onDeducted(cards, amount);
    },
  };
}
