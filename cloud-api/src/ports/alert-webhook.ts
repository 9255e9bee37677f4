/** A message to a program of the company's IT. */
export interface WebhookCall {
  url: string;
  /** Signs the body. */
  secret: string;
  body: object;
}

/**
 * How a call ended. Reasons are shown on screens and in logs: they contain neither address nor secret.
 * - refused: a repetition would be refused too
 * - later: no response, or a temporary refusal
 */
export type WebhookOutcome = { kind: 'accepted' } | { kind: 'refused'; reason: string } | { kind: 'later'; reason: string };

export interface AlertWebhook {
  /** Ends within 10 s. */
  call(call: WebhookCall): Promise<WebhookOutcome>;
}
