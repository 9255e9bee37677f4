/** An account at Twilio, or at a provider with the same API. */
export interface TwilioAccount {
  /** The address without a path. */
  url: string;
  /** `AC…` */
  account: string;
  token: string;
  /** The company's own number. */
  from: string;
}
