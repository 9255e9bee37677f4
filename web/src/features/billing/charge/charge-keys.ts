/** How the card is read: each way begins a payment of its own kind, so each has keys of its own. */
export type CardEntryMethod = 'reader' | 'form';

export interface ChargedSale {
  /** The mapped Sitewatch number; null where the session has none: the API then says what is missing. */
  site: number | null;
  /** Null where the register named none; `visit` then tells two charges of one amount apart. */
  saleid: string | null;
  amountCents: number;
  /** A random id of this visit of the screen. */
  visit: string;
}

/**
 * The Idempotency-Key of a sale's charge, made of the sale alone: a screen that opens the sale again, even after a crash, continues the
 * same payment (docs/rules/billing.md#charged-once). A payment that was canceled or refused for good frees the sale for the next `attempt`,
 * counted from 1.
 */
export function chargeKey({ site, saleid, amountCents, visit }: ChargedSale, entryMethod: CardEntryMethod, attempt: number): string {
  const subject = saleid === null ? `visit:${visit}:${amountCents}` : `sale:${site ?? ''}:${encodeURIComponent(saleid)}:${amountCents}`;
  return `${subject}${entryMethod === 'form' ? ':form' : ''}${attempt > 1 ? `:${attempt}` : ''}`;
}
