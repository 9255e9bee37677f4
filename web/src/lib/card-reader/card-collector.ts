import type { CardProblem } from './card-error.ts';

/** The Stripe intent that the card is collected for. */
export interface CardIntent {
  id: string;
  secret: string;
}

/** The current step. 'card': waiting for the customer's card, at the reader or in the form. */
export type CardStep = 'finding' | 'connecting' | 'preparing' | 'card' | 'processing';

/** One attempt by the person at the screen. */
export interface CardAttempt {
  /** @param complaint why the card is requested again */
  report: (step: CardStep, complaint?: string) => void;
  /** Aborted when the person cancels: collection ends, processing continues. */
  signal: AbortSignal;
  /** Whether to take the reader from another register that uses it. */
  takeOver: boolean;
}

/** Why a card was declined: reason, risk level and seller message if the bank sent them, otherwise code and message. */
export interface Decline {
  code: string | null;
  message: string | null;
  reason: string | null;
  riskLevel: string | null;
  sellerMessage: string | null;
}

/** 'unclear': the bank may have received the request, so only the API can return the outcome. */
export type CardResult =
  | { kind: 'done' }
  | { kind: 'canceled' }
  | { kind: 'declined'; decline: Decline }
  | { kind: 'failed'; problem: CardProblem }
  | { kind: 'unclear'; problem: CardProblem };

/**
 * Collects a card: a reader driven by this browser, or the form on the screen. Unless the result is 'done', the same intent may be tried
 * again; never create a second one.
 */
export interface CardCollector {
  /** Whether the API must create intents for a reader (`usePayTerminal`). */
  readonly reader: boolean;
  /** Finds and connects the reader or loads the form. @throws CardError */
  prepare: (attempt: CardAttempt) => Promise<void>;
  saveCard: (intent: CardIntent, attempt: CardAttempt) => Promise<CardResult>;
  /** Authorizes a payment. The API captures a reader's payment afterwards. */
  authorizePayment: (intent: CardIntent, attempt: CardAttempt) => Promise<CardResult>;
}

export const plainDecline = (code: string | null, message: string | null): Decline => ({
  code,
  message,
  reason: null,
  riskLevel: null,
  sellerMessage: null,
});
