import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { carryOut, justTold } from '../../lib/acts/carry-out.ts';
import type { CardTaker } from '../../lib/card-reader/card-taker.ts';
import { useCardTakers } from '../../lib/card-reader/use-card-takers.ts';
import { useCreateSetupIntentMutation, useLazySetupIntentQuery } from './card-capture-api.ts';
import { CardDialog } from './card-dialog.tsx';
import type { CapturedCard } from './captured-card.ts';
import { keepingCard } from './keep-card.ts';
import { useCardRun } from './use-card-run.ts';

interface CardCaptureDialogProps {
  /** Whose card it will be; null for a sign-up, whose customer comes later, and for an open refund. */
  customer: string | null;
  title?: string;
  onCaptured: (card: CapturedCard) => void;
  onClose: () => void;
}

/** Takes a card that is to be charged later, at the reader or in the form (front-desk section 4, "Card capture"). Nothing is charged. */
export function CardCaptureDialog({ customer, title = 'Capture Card', onCaptured, onClose }: CardCaptureDialogProps) {
  const takers = useCardTakers();
  const [create] = useCreateSetupIntentMutation();
  const [look] = useLazySetupIntentQuery();
  const [key, setKey] = useState(() => uuidv7());
  const begin = () =>
    create({
      query: { usePayTerminal: takers.chosen.reader ? 'yes' : 'no' },
      body: customer === null ? {} : { customer },
      idempotencyKey: key,
    });
  const runBy = (taker: CardTaker) =>
    keepingCard({
      taker,
      begin: () => carryOut(begin),
      look: async (id) => justTold(await look({ params: { id } })),
      renew: () => setKey(uuidv7()),
    });
  const running = useCardRun(runBy, takers, { onDone: onCaptured, onClose });
  return <CardDialog title={title} amount={null} done="Card Captured" submit="Keep Card" running={running} />;
}
