import type { CardProblem } from './card-error.ts';

/** Stripe's intent that a card is taken for. */
export interface CardIntent {
  id: string;
  /** The client secret of the intent. */
  secret: string;
}

/** The step of taking a card that is under way. 'card': waiting for the customer's card, at the reader or in the form. */
export type CardStep = 'finding' | 'connecting' | 'preparing' | 'card' | 'processing';

/** One attempt of a person. */
export interface CardAttempt {
  /** @param complaint what is wrong with what was typed, where the card is asked for again */
  report: (step: CardStep, complaint?: string) => void;
  /** Aborted when the person cancels: a collection ends, what is being processed continues. */
  signal: AbortSignal;
}

/** Why a card was declined: reason, risk level and seller message where the bank gave them, else code and message. */
export interface Decline {
  code: string | null;
  message: string | null;
  reason: string | null;
  riskLevel: string | null;
  sellerMessage: string | null;
}

/** 'unclear': the bank may have been asked, so that only our API can tell what has become of it. */
export type CardResult =
  | { kind: 'done' }
  | { kind: 'canceled' }
  | { kind: 'declined'; decline: Decline }
  | { kind: 'failed'; problem: CardProblem }
  | { kind: 'unclear'; problem: CardProblem };

/**
 * What takes a card: a reader driven by this browser, or the form on the screen. A reader that Stripe's servers drive would be a third.
 * After any end but 'done' the same intent may be tried again, never a second one.
 */
export interface CardCollector {
  /** Whether the API must make intents for a reader (`usePayTerminal`). */
  readonly reader: boolean;
  /** Finds and connects what takes the card. @throws CardError */
  prepare: (attempt: CardAttempt) => Promise<void>;
  saveCard: (intent: CardIntent, attempt: CardAttempt) => Promise<CardResult>;
  /** Authorizes; the money of a reader's payment is captured by the API afterwards. */
  authorizePayment: (intent: CardIntent, attempt: CardAttempt) => Promise<CardResult>;
}

export const plainDecline = (code: string | null, message: string | null): Decline => ({
  code,
  message,
  reason: null,
  riskLevel: null,
  sellerMessage: null,
});
