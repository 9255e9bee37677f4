/** An account at Twilio, or at whoever speaks its wire. */
export interface TwilioAccount {
  /** Without a path. */
  url: string;
  /** `AC…` */
  account: string;
  token: string;
  /** The company's own number. */
  from: string;
}
