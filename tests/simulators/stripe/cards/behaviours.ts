import type { DeclineName } from './declines.ts';

/** A card's behavior when it is set up, charged and refunded. */
export interface Behaviour {
  /** The decline of every charge. */
  decline?: DeclineName;
  /** Attaching it and setting it up are declined too. */
  declinesSetup?: boolean;
  /** The cardholder must authenticate: declined off session, requires action on session. */
  needsAuthentication?: boolean;
  riskLevel?: 'elevated' | 'highest';
  /** What automatically follows a successful charge. */
  dispute?: { reason: 'fraudulent' | 'product_not_received'; inquiry: boolean };
  /** Whether the bank reports fraud before any dispute. */
  warnsOfFraud?: true;
  /** `fails`: succeeds first, fails later. `pends`: pending first, succeeds later. */
  refund?: 'fails' | 'pends';
}

/** Declined on every request to the bank, including attaching. */
const declined = (decline: DeclineName): Behaviour => ({ decline, declinesSetup: true });

/** All behaviors of stored payment methods, by the name that is stored with them. */
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
  /** 4000000000000341: can be attached, but every charge is declined. */
  declined_when_charged: { decline: 'generic_decline' },
  blocked: { decline: 'fraudulent', riskLevel: 'highest' },
  elevated_risk: { riskLevel: 'elevated' },
  authentication_required: { needsAuthentication: true },
  disputed: { dispute: { reason: 'fraudulent', inquiry: false } },
  disputed_not_received: { dispute: { reason: 'product_not_received', inquiry: false } },
  inquired: { dispute: { reason: 'fraudulent', inquiry: true } },
  fraud_warned: { warnsOfFraud: true },
  refund_fails: { refund: 'fails' },
  refund_pends: { refund: 'pends' },
} as const satisfies Record<string, Behaviour>;

export type BehaviourName = keyof typeof behaviours;

export function behaviourOf(name: BehaviourName): Behaviour {
  return behaviours[name];
}
