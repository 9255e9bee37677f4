import type { CardAct, CardEnd, CardIntent, CardTaker } from '../../lib/card-reader/card-taker.ts';
import type { CardTrouble } from '../../lib/card-reader/card-trouble.ts';

/** What a scripted reader does with one card: an end, or a wait for the person who gives up. */
export type ScriptedCard = CardEnd | 'waits' | { pending: Promise<CardEnd> };

export interface ScriptedTaker extends CardTaker {
  /** The intents that a card was asked for, oldest first. */
  readonly asked: string[];
}

/** A reader that follows a script instead of a customer. @param troubles what finding it ends with, one after the other */
export function scriptedTaker(
  cards: ScriptedCard[],
  { reader = true, troubles = [] }: { reader?: boolean; troubles?: CardTrouble[] } = {},
): ScriptedTaker {
  const asked: string[] = [];
  const script = [...cards];
  const take = async ({ id }: CardIntent, { tell, signal }: CardAct): Promise<CardEnd> => {
    asked.push(id);
    tell('card');
    const card = script.shift() ?? 'waits';
    if (card === 'waits') {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { kind: 'canceled' };
    }
    tell('processing');
    return 'pending' in card ? card.pending : card;
  };
  return {
    reader,
    asked,
    prepare: async ({ tell }) => {
      tell('finding');
      const trouble = troubles.shift();
      if (trouble) throw trouble;
    },
    keepCard: take,
    takePayment: take,
  };
}
