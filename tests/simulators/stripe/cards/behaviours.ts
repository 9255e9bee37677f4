import type { DeclineName } from './declines.ts';

/** What a card does when it is set up, charged and refunded. */
export interface Behaviour {
  /** How every charge of it is answered. */
  decline?: DeclineName;
  /** Attaching it, or setting it up, is declined as well. */
  declinesSetup?: boolean;
  /** The cardholder must be there: refused off session, asked for on session. */
  needsAuthentication?: boolean;
  riskLevel?: 'elevated' | 'highest';
  /** What follows a successful charge by itself. */
  dispute?: { reason: 'fraudulent' | 'product_not_received'; inquiry: boolean };
  /** `fails`: succeeded at first, failed later. `pends`: pending at first, succeeded later. */
  refund?: 'fails' | 'pends';
}

/** Declined wherever the bank is asked, attaching included. */
const declined = (decline: DeclineName): Behaviour => ({ decline, declinesSetup: true });

/** Every behaviour a stored payment method can have, by the name it is stored under. */
export const behaviours = {
  succeeds: {},
  declined: declined('generic_decline'),
  declined_insufficient_funds: declined('insufficient_funds'),
  declined_lost_card: declined('lost_card'),
  declined_stolen_card: declined('stolen_card'),
  declined_expired_card: declined('expired_card'),
  declined_incorrect_cvc: declined('incorrect_cvc'),
  declined_processing_error: declined('processing_error'),
  declined_velocity: declined('card_velocity_exceeded'),
  /** 4000000000000341: can be attached, and is declined whenever it is charged. */
  declined_when_charged: { decline: 'generic_decline' },
  blocked: { decline: 'fraudulent', riskLevel: 'highest' },
  elevated_risk: { riskLevel: 'elevated' },
  authentication_required: { needsAuthentication: true },
  disputed: { dispute: { reason: 'fraudulent', inquiry: false } },
  disputed_not_received: { dispute: { reason: 'product_not_received', inquiry: false } },
  inquired: { dispute: { reason: 'fraudulent', inquiry: true } },
  refund_fails: { refund: 'fails' },
  refund_pends: { refund: 'pends' },
} as const satisfies Record<string, Behaviour>;

export type BehaviourName = keyof typeof behaviours;

export function behaviourOf(name: BehaviourName): Behaviour {
  return behaviours[name];
}
