import type { CapturedCard } from '../../../../domain/card-capture/captured-card.ts';
import type { CallFailure } from '../../../../lib/api/call-failure.ts';
import { editsOf, hasEdits } from './customer-edits.ts';
import { invoiceOf } from './error-guidance.ts';
import { done } from './follow-ups/follow-up-results.ts';
import { nextStripeStep, openFollowUps, type SignUpRunState, type StepResult } from './run.ts';
import type { FollowUpName, StepName, StripeStepName } from './steps.ts';
import { stripeRequest, type StripeAnswer, type StripeRequest } from './stripe-requests.ts';

/** A run on the screen: the persisted state, and what is running in this tab. */
export interface RunProgress {
  run: SignUpRunState;
  /** Steps whose calls are running. */
  doing: readonly StepName[];
  /** The step whose call has an unknown outcome. */
  unknown: { step: StripeStepName; failure: CallFailure } | null;
}

export type RunEvent =
  /** The screen was opened, Check was pressed, or the retry is due. */
  | { type: 'continued' }
  | { type: 'answered'; answer: StripeAnswer }
  | { type: 'followedUp'; step: FollowUpName; result: StepResult }
  /** Try Again was pressed: the rejected step is repeated under a new key, because the old key always replays its response. */
  | { type: 'triedAgain'; key: string }
  /** Another card pays for the same plan. */
  | { type: 'cardReplaced'; card: CapturedCard; keys: { card: string; subscription: string } };

/** An effect to run after a transition; the state is persisted first. */
export type RunEffect = { kind: 'request'; request: StripeRequest } | { kind: 'followUp'; step: FollowUpName; run: SignUpRunState };

export interface Transition {
  progress: RunProgress;
  effects: readonly RunEffect[];
}

export const openRun = (run: SignUpRunState): RunProgress => ({ run, doing: [], unknown: null });

/** The sign-up as a state machine; see docs/rules/billing.md#sign-up. */
export function transition(progress: RunProgress, event: RunEvent): Transition {
  const { run, doing } = progress;
  if (event.type === 'answered') return afterAnswer(openRun(run), event.answer);
  if (event.type === 'followedUp') {
    const left = doing.filter((step) => step !== event.step);
    return { progress: { ...progress, run: ended(run, event.step, event.result), doing: left }, effects: [] };
  }
  if (doing.length > 0) return { progress, effects: [] };
  if (event.type === 'triedAgain') return advance(withNewKey(run, event.key));
  if (event.type === 'cardReplaced') return advance(withCard(run, event));
  return advance(run);
}

/** Starts the next step. The steps after the plan's start run in parallel because none needs another's result. */
function advance(run: SignUpRunState): Transition {
  if (run.refusal) return { progress: openRun(run), effects: [] };
  const step = nextStripeStep(run);
  if (step === null) {
    const open = openFollowUps(run);
    return { progress: { ...openRun(run), doing: open }, effects: open.map((name) => ({ kind: 'followUp', step: name, run })) };
  }
  if (step === 'customer' && run.edits && !hasEdits(run.edits))
    return advance({ ...ended(run, step, done()), customer: run.form.customer });
  const { card } = run.form;
  if (step === 'card' && card && 'storedCard' in card) return advance({ ...ended(run, step, done()), paymentMethod: card.storedCard });
  if (step === 'card' && !card) return { progress: openRun(refused(run, step, noCard)), effects: [] };
  return { progress: { ...openRun(run), doing: [step] }, effects: [{ kind: 'request', request: stripeRequest(run, step) }] };
}

const noCard: CallFailure = { code: 'no_card', message: 'No card was captured', requestId: '', status: 409 };

function afterAnswer({ run }: RunProgress, answer: StripeAnswer): Transition {
  const { step, outcome } = answer;
  if (outcome.kind === 'done') return advance(withAnswer(run, answer));
  const { failure } = outcome;
  // An expired session does not show what an earlier call under the key did, so the key stays until the user has signed in again.
  if (outcome.kind === 'unknown' || failure.status === 401)
    return { progress: { ...openRun(run), unknown: { step, failure } }, effects: [] };
  return { progress: openRun(refused(run, step, failure)), effects: [] };
}

/** Returns the run with a successful response applied. */
function withAnswer(run: SignUpRunState, { name, outcome }: StripeAnswer): SignUpRunState {
  if (outcome.kind !== 'done') return run;
  switch (name) {
    case 'readCustomer':
      return { ...run, edits: editsOf(run.form, outcome.data) };
    case 'createCustomer':
      return { ...ended(run, 'customer', done()), customer: outcome.data.id };
    case 'saveCustomer':
      return { ...ended(run, 'customer', done()), customer: run.form.customer };
    case 'attachCard':
      return { ...ended(run, 'card', done()), paymentMethod: outcome.data.id };
    case 'startSubscription':
      return { ...ended(run, 'subscription', done()), subscription: outcome.data.id };
  }
}

const ended = (run: SignUpRunState, step: StepName, result: StepResult): SignUpRunState => ({
  ...run,
  ends: { ...run.ends, [step]: result },
});

function refused(run: SignUpRunState, step: StripeStepName, { code, message, requestId, problems, details }: CallFailure): SignUpRunState {
  const refusal = { step, code, message, requestId, ...(problems && { problems }), ...(details && { details }) };
  return { ...run, refusal, openInvoice: invoiceOf(refusal) ?? run.openInvoice };
}

/** Returns the run with another card for the same customer and plan, and new keys for both calls. */
function withCard(run: SignUpRunState, { card, keys }: Extract<RunEvent, { type: 'cardReplaced' }>): SignUpRunState {
  const { card: _, ...ends } = run.ends;
  return { ...run, form: { ...run.form, card }, keys: { ...run.keys, ...keys }, ends, paymentMethod: null, refusal: null };
}

/** Returns the run with a new key for the rejected step. The customer's changes are computed again from the current data. */
function withNewKey(run: SignUpRunState, key: string): SignUpRunState {
  if (!run.refusal) return run;
  const { step } = run.refusal;
  return { ...run, keys: { ...run.keys, [step]: key }, edits: step === 'customer' ? null : run.edits, refusal: null };
}
