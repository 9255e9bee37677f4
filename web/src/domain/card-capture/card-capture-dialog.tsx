import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { carryOut } from '../../lib/acts/carry-out.ts';
import { useCardTaker } from '../../lib/card-reader/use-card-taker.ts';
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
  const taker = useCardTaker();
  const [create] = useCreateSetupIntentMutation();
  const [look] = useLazySetupIntentQuery();
  const [key, setKey] = useState(() => uuidv7());
  const begin = () =>
    create({
      query: { usePayTerminal: taker.reader ? 'yes' : 'no' },
      body: customer === null ? {} : { customer },
      idempotencyKey: key,
    });
  const run = keepingCard({
    taker,
    begin: () => carryOut(begin),
    look: (id) => look({ params: { id } }),
    renew: () => setKey(uuidv7()),
  });
  const running = useCardRun(run, { onDone: onCaptured, onClose });
  return <CardDialog title={title} amount={null} done="Card Captured" submit="Keep Card" taker={taker} running={running} />;
}
