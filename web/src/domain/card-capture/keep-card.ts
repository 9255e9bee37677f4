import type { createSetupIntent, getSetupIntent } from '@washdesk/contracts/billing/payment-method';
import type { z } from 'zod';
import { isOpen, type ActEnd, type Sent } from '../../lib/acts/carry-out.ts';
import { isCallFailure } from '../../lib/api/call-failure.ts';
import type { CardEnd, CardTaker } from '../../lib/card-reader/card-taker.ts';
import { cardMessages, problemOf } from '../../lib/card-reader/card-trouble.ts';
import type { CapturedCard } from './captured-card.ts';
import { ended, failed, type CardRun, type RunEnd } from './card-run.ts';

type Begun = z.output<typeof createSetupIntent.response>;
export type KeptState = z.output<typeof getSetupIntent.response>;

/** Looks at a setup intent by our API. */
export type LookAtSetup = (id: string) => Promise<Sent<KeptState>>;

interface Parts {
  taker: CardTaker;
  /** Makes the intent; a repeat makes no second one. */
  begin: () => Promise<ActEnd<Begun>>;
  look: LookAtSetup;
  /** The intent has brought a card that is of no use: the next attempt begins another. */
  renew: () => void;
}

const notReusable = 'This card cannot be kept for later payments. Please use another card';

/** Takes a card that is to be charged later (front-desk section 4, "Card capture"). */
export function keepingCard({ taker, begin, look, renew }: Parts): CardRun<CapturedCard> {
  return (act) =>
    ended(async () => {
      await taker.prepare(act);
      act.tell('preparing');
      const begun = await begin();
      if (begun.kind !== 'done') return failed(cardMessages.noSetup, begun.failure);
      const { id, client_secret } = begun.data;
      const end = await takenSetup(id, await taker.keepCard({ id, secret: client_secret ?? '' }, act), look);
      if (end.kind === 'failed' && end.problem.words === notReusable) renew();
      return end;
    });
}

/** What became of a card that was to be kept; also of an amount too small to be charged, whose intent is one of this kind. */
export async function takenSetup(id: string, end: CardEnd, look: LookAtSetup): Promise<RunEnd<CapturedCard>> {
  if (end.kind !== 'done' && end.kind !== 'unclear') return end;
  const { data, error } = await look(id);
  if (isCallFailure(error) && !isOpen(error)) return failed(cardMessages.notCaptured, error);
  if (!data) return { kind: 'open', check: () => takenSetup(id, end, look) };
  if (data.status === 'succeeded') return keptCard(data);
  return end.kind === 'unclear' ? { kind: 'failed', problem: end.problem } : failed(cardMessages.notConfirmed);
}

export function keptCard({ id, card }: KeptState): RunEnd<CapturedCard> {
  if (!card) return { kind: 'failed', problem: problemOf(cardMessages.notCaptured, notReusable) };
  return { kind: 'done', value: { setupIntent: id, ...card } };
}
