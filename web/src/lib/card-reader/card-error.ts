/**
 * Messages for a card that could not be collected, by failure (docs/rules/billing.md#card-capture). The server's or Stripe's own text is
 * shown below as `words`.
 */
export const cardMessages = {
  /** The chosen reader is not in the list, or Stripe's reader script could not be loaded. */
  notFound: 'Failed to Find Reader',
  /** The reader exists but refuses the connection: offline, on another network, no token. */
  notConnected: (message: string) => `Error Connecting to Reader - ${message}`,
  /** Another register is connected to the reader. */
  inUse: 'Reader in Use',
  /** Another register connected to the reader while it waited for the card. */
  taken: 'Another Register Took the Reader',
  /** The API did not create a setup intent. */
  noSetup: 'Failed to create Setup intent',
  /** The API did not create a payment: it rejected it, or Stripe is unreachable. */
  noPayment: (message: string) => `Failed to setup payment -[${message}]`,
  /** The reader or the form failed before a card to be charged was read. */
  notCollected: 'Error Collecting Payment Info',
  /**
   * The same for a card to be saved. Also a card that cannot be saved, and a charge that could not be completed after its authorization.
   */
  notCaptured: 'Error Capturing Card',
  /** A card to be saved was read, but Stripe did not confirm it. */
  notConfirmed: 'Failed to Confirm Intent',
  /** A card to be charged was read, but Stripe did not process it. The API sends the same message if there is nothing to capture. */
  notReady: 'Stripe Not Ready to process Charge. Please try again',
  /** Followed by reason, risk level and seller message, or by code and message. A canceled collection shows no message. */
  declined: 'The Transaction was declined',
} as const;

/** Why no card was collected, as shown on the screen. */
export interface CardProblem {
  title: string;
  /** Text of the server or Stripe; empty if there is none. */
  words: string;
  /** The API's request id; empty if the failure is not the API's. */
  requestId: string;
  /** The reader may be taken from the register that uses it. */
  mayTakeOver?: true;
}

export const problemOf = (title: string, words = '', requestId = ''): CardProblem => ({
  title,
  words: words === title ? '' : words,
  requestId,
});

/** Ends an attempt to collect a card; `withCardErrors` turns it into the attempt's result. */
export class CardError extends Error {
  readonly problem: CardProblem;

  constructor(title: string, words = '', requestId = '', more: Pick<CardProblem, 'mayTakeOver'> = {}) {
    super(title);
    this.problem = { ...problemOf(title, words, requestId), ...more };
  }
}
