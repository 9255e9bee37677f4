import type { CardAttempt, CardResult, CardIntent, CardCollector } from '../../lib/card-reader/card-collector.ts';
import type { CardError } from '../../lib/card-reader/card-error.ts';

/** What a scripted reader does with one card: returns a result, or waits until the user cancels. */
export type ScriptedCard = CardResult | 'waits' | { pending: Promise<CardResult> };

export interface ScriptedCollector extends CardCollector {
  /** The intents for which a card was collected, oldest first. */
  readonly asked: string[];
  /** Whether each attempt took the reader over, oldest first. */
  readonly takeOvers: boolean[];
}

/** A reader that follows a script instead of a customer. @param troubles errors of finding the reader, in sequence */
export function scriptedCollector(
  cards: ScriptedCard[],
  { reader = true, errors = [] }: { reader?: boolean; errors?: CardError[] } = {},
): ScriptedCollector {
  const asked: string[] = [];
  const takeOvers: boolean[] = [];
  const script = [...cards];
  const take = async ({ id }: CardIntent, { report, signal }: CardAttempt): Promise<CardResult> => {
    asked.push(id);
    report('card');
    const card = script.shift() ?? 'waits';
    if (card === 'waits') {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { kind: 'canceled' };
    }
    report('processing');
    return 'pending' in card ? card.pending : card;
  };
  return {
    reader,
    asked,
    takeOvers,
    prepare: async ({ report, takeOver }) => {
      takeOvers.push(takeOver);
      report('finding');
      const trouble = errors.shift();
      if (trouble) throw trouble;
    },
    saveCard: take,
    authorizePayment: take,
  };
}
