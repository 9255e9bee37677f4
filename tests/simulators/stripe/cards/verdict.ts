import { cardFactsOf, type PaymentMethod } from '../objects/payment-method.ts';
import { behaviourOf, type Behaviour } from './behaviours.ts';
import { declines, type Decline } from './declines.ts';

/** The response to a charge. */
export interface Verdict {
  /** Null: approved. */
  decline: Decline | null;
  riskLevel: 'normal' | 'elevated' | 'highest';
}

interface Circumstances {
  /** Whether the cardholder is absent and cannot authenticate. */
  offSession: boolean;
  /** Epoch seconds. */
  now: number;
}

/** Returns the bank's response to a charge. */
export function verdictOn(method: PaymentMethod, { offSession, now }: Circumstances): Verdict {
  const behaviour: Behaviour = behaviourOf(method.behaviour);
  const { decline, needsAuthentication = false, riskLevel = 'normal' } = behaviour;
  if (decline) return { decline: declines[decline], riskLevel };
  if (hasExpired(method, now)) return { decline: declines.expired_card, riskLevel };
  if (needsAuthentication && offSession) return { decline: declines.authentication_required, riskLevel };
  return { decline: null, riskLevel };
}

/** Returns the bank's response to attaching a card or setting it up for later: most declined cards already fail here. */
export function setupDeclineOf(method: PaymentMethod, now: number): Decline | null {
  const { decline, declinesSetup = false }: Behaviour = behaviourOf(method.behaviour);
  if (decline && declinesSetup) return declines[decline];
  return hasExpired(method, now) ? declines.expired_card : null;
}

/** A card is valid until the last second of its month. */
function hasExpired(method: PaymentMethod, now: number): boolean {
  const facts = cardFactsOf(method);
  return facts !== undefined && now >= Date.UTC(facts.expYear, facts.expMonth, 1) / 1_000;
}
