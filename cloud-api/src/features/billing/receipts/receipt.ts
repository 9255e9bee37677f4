import type { ReceiptFacts, ReceiptKind } from '../../../documents/receipt-facts.ts';

/** A receipt to be shown: a stored record, or one made from a usage or from the mirror. */
export interface ReceiptOf<K extends ReceiptKind> {
  /** Accepted by every call that asks for the receipt, as is the short number at its foot that is made of it. */
  id: string;
  kind: K;
  /** The id of the stored record; null for a receipt that is made from the mirror or a usage. */
  record: string | null;
  customer: string | null;
  operation: string | null;
  site: number | null;
  siteName: string | null;
  timeZone: string;
  terminal: string | null;
  employee: number | null;
  /** The name of the person who served. */
  agent: string | null;
  at: Date;
  facts: ReceiptFacts[K];
}

export type Receipt = { [K in ReceiptKind]: ReceiptOf<K> }[ReceiptKind];
