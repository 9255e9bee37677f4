import { behaviourOf, type Behaviour } from '../cards/behaviours.ts';
import { CardFault, cardErrorBody } from '../cards/card-fault.ts';
import type { Decline } from '../cards/declines.ts';
import { setupDeclineOf } from '../cards/verdict.ts';
import type { PaymentMethod } from '../objects/payment-method.ts';
import { makeSetupAttempt } from '../objects/setup-attempt.ts';
import type { SetupIntent } from '../objects/setup-intent.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { wireCopy } from '../views/view.ts';
import { attachMethod } from './attach.ts';

export interface SetUp {
  setupIntent: SetupIntent;
  declined: CardFault | null;
}

interface How {
  /** Whether the cardholder has just authenticated. */
  authenticated?: boolean;
  /** Creates the reusable card of a card reading, from the attempt's id. */
  generate?: (attempt: string) => PaymentMethod | null;
}

/** Sets a payment method up for later charges and records the attempt. The caller has checked that it may be used. */
export function setUpMethod(sandbox: Sandbox, intent: SetupIntent, method: PaymentMethod, how: How = {}): SetUp {
  const decline = setupDeclineOf(method, sandbox.now());
  if (decline) return declineSetup(sandbox, intent, method, decline);
  const { needsAuthentication = false }: Behaviour = behaviourOf(method.behaviour);
  if (needsAuthentication && !how.authenticated && method.type === 'card')
    return { setupIntent: askCardholder(sandbox, intent, method), declined: null };
  if (method.type !== 'card_present' && intent.customer !== null) attachMethod(sandbox, method, intent.customer);
  const attemptId = sandbox.newId('setatt');
  const attempt = makeSetupAttempt({
    id: attemptId,
    created: sandbox.now(),
    intent,
    method,
    error: null,
    generatedCard: how.generate?.(attemptId)?.id ?? null,
  });
  sandbox.store.put(attempt);
  const change = {
    latest_attempt: attempt.id,
    payment_method: method.id,
    last_setup_error: null,
    next_action: null,
    status: 'succeeded' as const,
  };
  return { setupIntent: changeSetupIntent(sandbox, intent, change, 'setup_intent.succeeded'), declined: null };
}

function askCardholder(sandbox: Sandbox, intent: SetupIntent, method: PaymentMethod): SetupIntent {
  const change = {
    payment_method: method.id,
    next_action: { type: 'use_stripe_sdk' as const, use_stripe_sdk: { type: 'three_d_secure_redirect' } },
    status: 'requires_action' as const,
  };
  return changeSetupIntent(sandbox, intent, change, 'setup_intent.requires_action');
}

function declineSetup(sandbox: Sandbox, intent: SetupIntent, method: PaymentMethod, decline: Decline): SetUp {
  const body = cardErrorBody(decline, { paymentMethod: wireCopy(sandbox.store, method) });
  const attempt = makeSetupAttempt({
    id: sandbox.newId('setatt'),
    created: sandbox.now(),
    intent,
    method,
    error: body,
    generatedCard: null,
  });
  sandbox.store.put(attempt);
  const setupIntent = changeSetupIntent(
    sandbox,
    intent,
    { latest_attempt: attempt.id, payment_method: null, last_setup_error: body, next_action: null, status: 'requires_payment_method' },
    'setup_intent.setup_failed',
  );
  return { setupIntent, declined: new CardFault(body, { setup_intent: wireCopy(sandbox.store, setupIntent) }) };
}

export function changeSetupIntent(sandbox: Sandbox, intent: SetupIntent, change: Partial<SetupIntent>, event: string): SetupIntent {
  const changed = { ...intent, ...change };
  sandbox.store.put(changed);
  sandbox.emit(event, intent.id);
  return changed;
}
