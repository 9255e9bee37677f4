import { useState } from 'react';
import { v4 as uuid } from 'uuid';
import type { CardCollector } from '../../lib/card-reader/card-collector.ts';
import { useCardCollectors } from '../../lib/card-reader/use-card-collectors.ts';
import { retryIdempotent, freshResult } from '../../lib/idempotent-requests/retry-idempotent.ts';
import type { CapturedCard } from './captured-card.ts';
import { useCreateSetupIntentMutation, useLazySetupIntentQuery } from './card-capture-api.ts';
import { CardDialog } from './card-dialog.tsx';
import { saveCardRun } from './save-card.ts';
import { useCardRun } from './use-card-run.ts';

interface CardCaptureDialogProps {
  /** The customer who gets the card; null for a sign-up, whose customer is created later, and for an open refund. */
  customer: string | null;
  title?: string;
  onCaptured: (card: CapturedCard) => void;
  onClose: () => void;
}

/** Saves a card for later charges, at the reader or in the form; charges nothing (docs/rules/billing.md#card-capture). */
export function CardCaptureDialog({ customer, title = 'Capture Card', onCaptured, onClose }: CardCaptureDialogProps) {
  const collectors = useCardCollectors();
  const [create] = useCreateSetupIntentMutation();
  const [fetchSetup] = useLazySetupIntentQuery();
  const [key, setKey] = useState(() => uuid());
  const begin = () =>
    create({
      query: { usePayTerminal: collectors.chosen.reader ? 'yes' : 'no' },
      body: customer === null ? {} : { customer },
      idempotencyKey: key,
    });
  const runBy = (collector: CardCollector) =>
    saveCardRun({
      collector,
      begin: () => retryIdempotent(begin),
      fetchSetup: async (id) => freshResult(await fetchSetup({ params: { id } })),
      renew: () => setKey(uuid()),
    });
  const running = useCardRun(runBy, collectors, { onDone: onCaptured, onClose });
  return <CardDialog title={title} amount={null} done="Card Captured" submit="Keep Card" running={running} />;
}
