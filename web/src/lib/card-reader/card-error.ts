/**
 * Every message about a card that could not be taken, by its failure (docs/rules/billing.md#card-capture). What is known beyond it, the server's or
 * Stripe's own words, is shown below it as `words`.
 */
export const cardMessages = {
  /** The reader of this browser is in no list, or Stripe's software for readers could not be loaded. */
  notFound: 'Failed to Find Reader',
  /** The reader is there but does not let itself be connected: offline, in another network, no token. */
  notConnected: (message: string) => `Error Connecting to Reader - ${message}`,
  /** Our API began no setup intent. */
  noSetup: 'Failed to create Setup intent',
  /** The API began no payment: it refused, or Stripe cannot be reached. */
  noPayment: (message: string) => `Failed to setup payment -[${message}]`,
  /** The reader or the form failed before a card to be charged was read. */
  notCollected: 'Error Collecting Payment Info',
  /**
   * The same for a card that is to be saved; also one that cannot be saved, and a charge that could not be completed after its
   * authorization.
   */
  notCaptured: 'Error Capturing Card',
  /** A card to be saved was read, but Stripe did not confirm it. */
  notConfirmed: 'Failed to Confirm Intent',
  /** A card to be charged was read, but Stripe did not process it. The API says the same where it finds nothing to capture. */
  notReady: 'Stripe Not Ready to process Charge. Please try again',
  /** With reason, risk level and seller message, or with code and message. A collection that was cancelled says nothing at all. */
  declined: 'The Transaction was declined',
} as const;

/** Why no card was taken, as it is shown. */
export interface CardProblem {
  title: string;
  /** What the server or Stripe said; '' where neither said more. */
  words: string;
  /** The API's request id; '' where the failure is not the API's. */
  requestId: string;
}

export const problemOf = (title: string, words = '', requestId = ''): CardProblem => ({
  title,
  words: words === title ? '' : words,
  requestId,
});

/** Thrown where an attempt to take a card cannot go on; `withCardErrors` turns it into the attempt's result. */
export class CardError extends Error {
  readonly problem: CardProblem;

  constructor(title: string, words = '', requestId = '') {
    super(title);
    this.problem = problemOf(title, words, requestId);
  }
}
