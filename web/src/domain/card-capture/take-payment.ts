import type { capturePaymentIntent, createPaymentIntent } from '@washdesk/contracts/billing/payment-intent';
import type { z } from 'zod';
import type { ActEnd } from '../../lib/acts/carry-out.ts';
import type { Checked } from '../../lib/acts/use-act-check.ts';
import { isCallFailure, messageOf, type CallFailure } from '../../lib/api/call-failure.ts';
import type { CardAct, CardEnd, CardIntent, CardTaker } from '../../lib/card-reader/card-taker.ts';
import { cardMessages, problemOf } from '../../lib/card-reader/card-trouble.ts';
import type { CapturedCard } from './captured-card.ts';
import { ended, failed, type CardRun, type RunEnd } from './card-run.ts';
import { endedElsewhere, type LookAtPayment } from './charged-elsewhere.ts';
import { declineOf, declineOfFailure, type PaymentState } from './decline-of.ts';
import { keptCard, takenSetup, type LookAtSetup } from './keep-card.ts';
import type { Approved } from './payment-wish.ts';

type Begun = z.output<typeof createPaymentIntent.response>;
type Captured = z.output<typeof capturePaymentIntent.response>;

export interface PaymentParts {
  taker: CardTaker;
  begin: () => Promise<ActEnd<Begun>>;
  checkBegin: () => Promise<Checked<Begun>>;
  look: LookAtPayment;
  lookAtSetup: LookAtSetup;
  capture: (id: string) => Promise<ActEnd<Captured>>;
  checkCapture: (id: string) => Promise<Checked<Captured>>;
  /** Before the bank is asked again about a payment that it still works on. */
  wait: () => Promise<void>;
}

/** The bank has the card already, so that nobody is asked for it again. */
const asked: readonly string[] = ['requires_capture', 'succeeded', 'processing'];

/** Nobody took its money for ten minutes. Whoever owns the key finds it over, and takes another. */
const canceledMeanwhile = 'This payment was cancelled. Please charge again';

/** So often the bank is asked before the person hears that it takes its time. */
const looksAtBank = 10;

/**
 * Charges a card once, whatever happens on the way (front-desk section 4; design section 4, "Money once"). The same key leads to the same
 * payment: one that was taken already is approved at once.
 */
export function takingPayment(parts: PaymentParts): CardRun<Approved> {
  const { taker } = parts;
  return (act) =>
    ended(async () => {
      await taker.prepare(act);
      act.tell('preparing');
      return begun(parts, act);
    });
}

async function begun(parts: PaymentParts, act: CardAct): Promise<RunEnd<Approved>> {
  const begin = await parts.begin();
  if (begin.kind === 'refused') return refusedBegin(parts, begin.failure);
  if (begin.kind === 'unknown') return { kind: 'open', check: () => checkedBegin(parts) };
  const { id, mode, client_secret } = begin.data;
  const intent = { id, secret: client_secret ?? '' };
  if (mode === 'setup') return keptInstead(await setUp(parts, intent, act));
  const { data: state, error } = await parts.look(id);
  if (!state) return notBegun(error);
  if (state.status === 'canceled') return failed(cardMessages.noPayment(canceledMeanwhile));
  if (asked.includes(state.status)) return settled(parts, id, state);
  return taken(parts, id, await parts.taker.takePayment(intent, act));
}

/** Up to 50 cents a card is set up, and nothing charged (front-desk section 4, "Office charge"). */
async function setUp({ taker, lookAtSetup }: PaymentParts, intent: CardIntent, act: CardAct): Promise<RunEnd<CapturedCard>> {
  const { data: before } = await lookAtSetup(intent.id);
  if (before?.status === 'succeeded') return keptCard(before);
  return takenSetup(intent.id, await taker.keepCard(intent, act), lookAtSetup);
}

async function taken(parts: PaymentParts, id: string, end: CardEnd): Promise<RunEnd<Approved>> {
  if (end.kind === 'canceled' || end.kind === 'failed') return end;
  if (end.kind === 'done' && parts.taker.reader) return captured(parts, id);
  return looked(parts, id, end);
}

/** What the API knows of a payment that the bank may have been asked for. */
async function looked(parts: PaymentParts, id: string, end: CardEnd): Promise<RunEnd<Approved>> {
  const { data: state } = await parts.look(id);
  if (end.kind === 'declined') return { kind: 'declined', decline: state ? declineOf(state, end.decline) : end.decline };
  if (!state || state.stale) return { kind: 'open', check: () => looked(parts, id, end) };
  return settled(parts, id, state, end);
}

async function settled(
  parts: PaymentParts,
  id: string,
  state: PaymentState,
  end?: CardEnd,
  looks = looksAtBank,
): Promise<RunEnd<Approved>> {
  if (state.status === 'succeeded' && parts.taker.reader) return approved(state);
  if (state.status === 'requires_capture' || state.status === 'succeeded') return captured(parts, id);
  if (state.status === 'processing') {
    if (looks === 0) return { kind: 'open', check: async () => settled(parts, id, (await parts.look(id)).data ?? state, end, 0) };
    await parts.wait();
    return settled(parts, id, (await parts.look(id)).data ?? state, end, looks - 1);
  }
  if (state.last_payment_error) return { kind: 'declined', decline: declineOf(state) };
  return end?.kind === 'unclear' ? { kind: 'failed', problem: end.problem } : failed(cardMessages.notReady);
}

/** A form's payment takes its money by itself: then this only writes the receipt. */
async function captured(parts: PaymentParts, id: string): Promise<RunEnd<Approved>> {
  return captureEnd(parts, id, await parts.capture(id));
}

async function captureEnd(parts: PaymentParts, id: string, end: ActEnd<Captured>): Promise<RunEnd<Approved>> {
  if (end.kind === 'unknown') return { kind: 'open', check: () => checkedCapture(parts, id) };
  if (end.kind === 'done') return approved(end.data.paymentIntent);
  const elsewhere = await endedElsewhere(end.failure, parts.look);
  if (elsewhere) return elsewhere;
  return end.failure.status === 402 ? declinedBy(end.failure) : failed(refusedCaptureTitle(end.failure), end.failure);
}

/** A repeat is no danger: the same key, and the same payment. */
async function checkedCapture(parts: PaymentParts, id: string): Promise<RunEnd<Approved>> {
  const check = await parts.checkCapture(id);
  if (check.kind === 'open') return { kind: 'open', check: () => checkedCapture(parts, id) };
  return check.kind === 'never' ? captured(parts, id) : captureEnd(parts, id, check);
}

async function checkedBegin(parts: PaymentParts): Promise<RunEnd<Approved>> {
  const check = await parts.checkBegin();
  if (check.kind === 'open') return { kind: 'open', check: () => checkedBegin(parts) };
  if (check.kind === 'refused') return refusedBegin(parts, check.failure);
  return failed(cardMessages.notReady);
}

async function refusedBegin(parts: PaymentParts, failure: CallFailure): Promise<RunEnd<Approved>> {
  const elsewhere = await endedElsewhere(failure, parts.look);
  if (elsewhere) return elsewhere;
  return failure.status === 402 ? declinedBy(failure) : notBegun(failure);
}

const notBegun = (error: unknown): RunEnd<never> => ({
  kind: 'failed',
  problem: problemOf(cardMessages.noPayment(messageOf(error)), '', isCallFailure(error) ? error.requestId : ''),
  ofApi: true,
});

const declinedBy = (failure: CallFailure): RunEnd<never> => ({ kind: 'declined', decline: declineOfFailure(failure) });

const refusedCaptureTitle = ({ code }: CallFailure): string => (code === 'not_ready' ? cardMessages.notReady : cardMessages.notCaptured);

const approved = ({ id, latest_charge: charge }: Captured['paymentIntent']): RunEnd<Approved> => ({
  kind: 'done',
  value: { paymentIntent: id, charge },
});

function keptInstead(end: RunEnd<CapturedCard>): RunEnd<Approved> {
  if (end.kind === 'done') return { kind: 'done', value: { paymentIntent: end.value.setupIntent, charge: null } };
  if (end.kind === 'open') return { kind: 'open', check: async () => keptInstead(await end.check()) };
  return end;
}
