import type { z } from 'zod';
import type { capturePaymentIntent, createPaymentIntent } from '@washdesk/contracts/billing/payment-intent';
import { isCallFailure, messageOf, type CallFailure } from '../../lib/api/call-failure.ts';
import { approvalCanceled } from '../../lib/api/call-failure.ts';
import type { CardAttempt, CardResult, CardIntent, CardCollector } from '../../lib/card-reader/card-collector.ts';
import { cardMessages, problemOf } from '../../lib/card-reader/card-error.ts';
import type { RequestOutcome } from '../../lib/idempotent-requests/retry-idempotent.ts';
import type { OperationCheckResult } from '../../lib/idempotent-requests/use-operation-check.ts';
import type { CapturedCard } from './captured-card.ts';
import { withCardErrors, failedCardRun, type CardRun, type CardRunResult } from './card-run.ts';
import { chargedElsewhereResult, type FetchPaymentIntent } from './charged-elsewhere.ts';
import { declineOf, declineOfFailure, type PaymentState } from './decline-of.ts';
import type { Approved } from './payment-request.ts';
import { savedCard, setupResult, type FetchSetupIntent } from './save-card.ts';

type Begun = z.output<typeof createPaymentIntent.response>;
type Captured = z.output<typeof capturePaymentIntent.response>;

export interface PaymentActions {
  collector: CardCollector;
  begin: () => Promise<RequestOutcome<Begun>>;
  checkBegin: () => Promise<OperationCheckResult<Begun>>;
  fetchPayment: FetchPaymentIntent;
  fetchSetup: FetchSetupIntent;
  capture: (id: string) => Promise<RequestOutcome<Captured>>;
  checkCapture: (id: string) => Promise<OperationCheckResult<Captured>>;
  /** Delays the next query of a payment that the bank is still processing. */
  wait: () => Promise<void>;
}

/** Statuses in which the card was already submitted to the bank, so no card is collected again. */
const asked: readonly string[] = ['requires_capture', 'succeeded', 'processing'];

/** A payment is canceled if it is not captured within ten minutes; the sale then needs another key. */
const canceledMeanwhile = 'This payment was canceled. Charge again';

/** The number of queries before the screen shows that the outcome is still unknown. */
const maxBankFetches = 10;

/**
 * Charges a card exactly once (docs/rules/billing.md#charged-once). The same key returns the same payment: one that is already paid is
 * approved immediately.
 */
export function chargeCardRun(actions: PaymentActions): CardRun<Approved> {
  const { collector } = actions;
  return (attempt) =>
    withCardErrors(async () => {
      await collector.prepare(attempt);
      attempt.report('preparing');
      return begun(actions, attempt);
    });
}

async function begun(actions: PaymentActions, attempt: CardAttempt): Promise<CardRunResult<Approved>> {
  const begin = await actions.begin();
  if (begin.kind === 'refused') return refusedBegin(actions, begin.failure);
  if (begin.kind === 'unknown') return { kind: 'open', check: () => checkedBegin(actions) };
  const { id, mode, client_secret } = begin.data;
  const intent = { id, secret: client_secret ?? '' };
  if (mode === 'setup') return savedInstead(await setUp(actions, intent, attempt));
  const { data: state, error } = await actions.fetchPayment(id);
  if (!state) return notBegun(error);
  if (state.status === 'canceled') return failedCardRun(cardMessages.noPayment(canceledMeanwhile));
  if (asked.includes(state.status)) return afterBank(actions, id, state);
  return afterCollection(actions, id, await actions.collector.authorizePayment(intent, attempt));
}

/** For an amount of up to 50 cents, saves the card and charges nothing. */
async function setUp(
  { collector, fetchSetup }: PaymentActions,
  intent: CardIntent,
  attempt: CardAttempt,
): Promise<CardRunResult<CapturedCard>> {
  const { data: before } = await fetchSetup(intent.id);
  if (before?.status === 'succeeded') return savedCard(before);
  return setupResult(intent.id, await collector.saveCard(intent, attempt), fetchSetup);
}

async function afterCollection(actions: PaymentActions, id: string, end: CardResult): Promise<CardRunResult<Approved>> {
  if (end.kind === 'canceled' || end.kind === 'failed') return end;
  if (end.kind === 'done' && actions.collector.reader) return captured(actions, id);
  return fetched(actions, id, end);
}

/** Fetches a payment that the bank may have received. */
async function fetched(actions: PaymentActions, id: string, end: CardResult): Promise<CardRunResult<Approved>> {
  const { data: state } = await actions.fetchPayment(id);
  if (end.kind === 'declined') return { kind: 'declined', decline: state ? declineOf(state, end.decline) : end.decline };
  if (!state || state.stale) return { kind: 'open', check: () => fetched(actions, id, end) };
  return afterBank(actions, id, state, end);
}

async function afterBank(
  actions: PaymentActions,
  id: string,
  state: PaymentState,
  end?: CardResult,
  remainingFetches = maxBankFetches,
): Promise<CardRunResult<Approved>> {
  if (state.status === 'succeeded' && actions.collector.reader) return approved(state);
  if (state.status === 'requires_capture' || state.status === 'succeeded') return captured(actions, id);
  if (state.status === 'processing') {
    if (remainingFetches === 0)
      return { kind: 'open', check: async () => afterBank(actions, id, (await actions.fetchPayment(id)).data ?? state, end, 0) };
    await actions.wait();
    return afterBank(actions, id, (await actions.fetchPayment(id)).data ?? state, end, remainingFetches - 1);
  }
  if (state.last_payment_error) return { kind: 'declined', decline: declineOf(state) };
  return end?.kind === 'unclear' ? { kind: 'failed', problem: end.problem } : failedCardRun(cardMessages.notReady);
}

/** Captures the payment. Stripe captures a form's payment itself; the call then only writes the receipt. */
async function captured(actions: PaymentActions, id: string): Promise<CardRunResult<Approved>> {
  return captureEnd(actions, id, await actions.capture(id));
}

async function captureEnd(actions: PaymentActions, id: string, end: RequestOutcome<Captured>): Promise<CardRunResult<Approved>> {
  if (end.kind === 'unknown') return { kind: 'open', check: () => checkedCapture(actions, id) };
  if (end.kind === 'done') return approved(end.data.paymentIntent);
  const elsewhere = await chargedElsewhereResult(end.failure, actions.fetchPayment);
  if (elsewhere) return elsewhere;
  return end.failure.status === 402 ? declinedBy(end.failure) : failedCardRun(refusedCaptureTitle(end.failure), end.failure);
}

/** Checks the outcome of a capture and repeats one that never started, which is safe because its key is the same. */
async function checkedCapture(actions: PaymentActions, id: string): Promise<CardRunResult<Approved>> {
  const check = await actions.checkCapture(id);
  if (check.kind === 'open') return { kind: 'open', check: () => checkedCapture(actions, id) };
  return check.kind === 'never' ? captured(actions, id) : captureEnd(actions, id, check);
}

async function checkedBegin(actions: PaymentActions): Promise<CardRunResult<Approved>> {
  const check = await actions.checkBegin();
  if (check.kind === 'open') return { kind: 'open', check: () => checkedBegin(actions) };
  if (check.kind === 'refused') return refusedBegin(actions, check.failure);
  return failedCardRun(cardMessages.notReady);
}

async function refusedBegin(actions: PaymentActions, failure: CallFailure): Promise<CardRunResult<Approved>> {
  const elsewhere = await chargedElsewhereResult(failure, actions.fetchPayment);
  if (elsewhere) return elsewhere;
  if (failure.code === approvalCanceled) return { kind: 'canceled' };
  return failure.status === 402 ? declinedBy(failure) : notBegun(failure);
}

const notBegun = (error: unknown): CardRunResult<never> => ({
  kind: 'failed',
  problem: problemOf(cardMessages.noPayment(messageOf(error)), '', isCallFailure(error) ? error.requestId : ''),
  ofApi: true,
});

const declinedBy = (failure: CallFailure): CardRunResult<never> => ({ kind: 'declined', decline: declineOfFailure(failure) });

const refusedCaptureTitle = ({ code }: CallFailure): string => (code === 'not_ready' ? cardMessages.notReady : cardMessages.notCaptured);

const approved = ({ id, latest_charge: charge }: Captured['paymentIntent']): CardRunResult<Approved> => ({
  kind: 'done',
  value: { paymentIntent: id, charge },
});

function savedInstead(end: CardRunResult<CapturedCard>): CardRunResult<Approved> {
  if (end.kind === 'done') return { kind: 'done', value: { paymentIntent: end.value.setupIntent, charge: null } };
  if (end.kind === 'open') return { kind: 'open', check: async () => savedInstead(await end.check()) };
  return end;
}
