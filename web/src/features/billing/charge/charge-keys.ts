/** How the card is read: each method creates a different kind of payment and has its own keys. */
export type CardEntryMethod = 'reader' | 'form';

export interface ChargedSale {
  /** The mapped Sitewatch number; null if the session has none, and the API then reports what is missing. */
  site: number | null;
  /** Null if the register passed none; `visit` then distinguishes two charges of the same amount. */
  saleid: string | null;
  amountCents: number;
  /** A random id of this visit of the screen. */
  visit: string;
}

/**
 * Returns the Idempotency-Key of a sale's charge, derived from the sale alone: a screen that opens the sale again, even after a crash,
 * continues the same payment (docs/rules/billing.md#charged-once). A canceled or permanently rejected payment frees the sale for the next
 * `attempt`, counted from 1.
 */
export function chargeKey({ site, saleid, amountCents, visit }: ChargedSale, entryMethod: CardEntryMethod, attempt: number): string {
  const subject = saleid === null ? `visit:${visit}:${amountCents}` : `sale:${site ?? ''}:${encodeURIComponent(saleid)}:${amountCents}`;
  return `${subject}${entryMethod === 'form' ? ':form' : ''}${attempt > 1 ? `:${attempt}` : ''}`;
}
