import type { z } from 'zod';
import type { createSetupIntent, getSetupIntent } from '@washdesk/contracts/billing/payment-method';
import { isCallFailure } from '../../lib/api/call-failure.ts';
import type { CardResult, CardCollector } from '../../lib/card-reader/card-collector.ts';
import { cardMessages, problemOf } from '../../lib/card-reader/card-error.ts';
import { isOutcomeUnknown, type RequestOutcome, type TriggerResult } from '../../lib/idempotent-requests/retry-idempotent.ts';
import type { CapturedCard } from './captured-card.ts';
import { withCardErrors, failedCardRun, type CardRun, type CardRunResult } from './card-run.ts';

type Begun = z.output<typeof createSetupIntent.response>;
export type SetupState = z.output<typeof getSetupIntent.response>;

/** Fetches a setup intent from our API. */
export type FetchSetupIntent = (id: string) => Promise<TriggerResult<SetupState>>;

interface SaveCardActions {
  collector: CardCollector;
  /** Creates the intent; a repeat creates no second one. */
  begin: () => Promise<RequestOutcome<Begun>>;
  fetchSetup: FetchSetupIntent;
  /** Called if the intent's card is not usable: the next attempt creates another. */
  renew: () => void;
}

const notReusable = 'This card can’t be saved for future payments. Use another card';

/** Saves a card for later charges (docs/rules/billing.md#card-capture). */
export function saveCardRun({ collector, begin, fetchSetup, renew }: SaveCardActions): CardRun<CapturedCard> {
  return (attempt) =>
    withCardErrors(async () => {
      await collector.prepare(attempt);
      attempt.report('preparing');
      const begun = await begin();
      if (begun.kind !== 'done') return failedCardRun(cardMessages.noSetup, begun.failure);
      const { id, client_secret } = begun.data;
      const end = await setupResult(id, await collector.saveCard({ id, secret: client_secret ?? '' }, attempt), fetchSetup);
      if (end.kind === 'failed' && end.problem.words === notReusable) renew();
      return end;
    });
}

/** Returns the outcome of saving a card; also for an amount too small to charge, which uses a setup intent. */
export async function setupResult(id: string, end: CardResult, fetchSetup: FetchSetupIntent): Promise<CardRunResult<CapturedCard>> {
  if (end.kind !== 'done' && end.kind !== 'unclear') return end;
  const { data, error } = await fetchSetup(id);
  if (isCallFailure(error) && !isOutcomeUnknown(error)) return failedCardRun(cardMessages.notCaptured, error);
  if (!data) return { kind: 'open', check: () => setupResult(id, end, fetchSetup) };
  if (data.status === 'succeeded') return savedCard(data);
  return end.kind === 'unclear' ? { kind: 'failed', problem: end.problem } : failedCardRun(cardMessages.notConfirmed);
}

export function savedCard({ id, card }: SetupState): CardRunResult<CapturedCard> {
  if (!card) return { kind: 'failed', problem: problemOf(cardMessages.notCaptured, notReusable) };
  return { kind: 'done', value: { setupIntent: id, ...card } };
}
