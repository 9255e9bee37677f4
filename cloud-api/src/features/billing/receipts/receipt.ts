import type { ReceiptFacts, ReceiptKind } from '../../../documents/receipt-facts.ts';

/** A receipt as it can be shown: a record, or made of a usage or of the mirror. */
export interface ReceiptOf<K extends ReceiptKind> {
  /** Stands at its foot; under this id it is asked for. */
  id: string;
  kind: K;
  /** Null for one that is made of the mirror or of a usage: no row of its own. */
  record: string | null;
  customer: string | null;
  operation: string | null;
  site: number | null;
  siteName: string | null;
  timeZone: string;
  terminal: string | null;
  employee: number | null;
  /** Who served, by name. */
  agent: string | null;
  at: Date;
  facts: ReceiptFacts[K];
}

export type Receipt = { [K in ReceiptKind]: ReceiptOf<K> }[ReceiptKind];
