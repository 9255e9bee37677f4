import { readReceiptFacts, recordedKind, type ReceiptFacts, type ReceiptKind } from '../../../documents/receipt-facts.ts';

/** A receipt to show: a stored record, or one made from a usage or the mirror. */
export interface ReceiptOf<K extends ReceiptKind> {
  /** Accepted by every call that takes a receipt, like the short number at its foot, which derives from it. */
  id: string;
  kind: K;
  /** The id of the stored record; null for a receipt made from the mirror or a usage. */
  record: string | null;
  customer: string | null;
  operation: string | null;
  site: number | null;
  siteName: string | null;
  timeZone: string;
  terminal: string | null;
  employee: number | null;
  /** The name of the employee who served the customer. */
  agent: string | null;
  at: Date;
  facts: ReceiptFacts[K];
}

export type Receipt = { [K in ReceiptKind]: ReceiptOf<K> }[ReceiptKind];

/** A stored record; the site's names are null for a receipt without a site. */
interface ReceiptRow extends Omit<ReceiptOf<ReceiptKind>, 'kind' | 'record' | 'timeZone' | 'at' | 'facts'> {
  kind: string;
  timeZone: string | null;
  created: Date;
  facts: object;
}

/** Returns a stored record as a receipt. @throws UnreadableFacts */
export function receiptOfRow(row: ReceiptRow): Receipt {
  const { id, customer, operation, site, siteName, terminal, employee, agent, created: at } = row;
  const kind = recordedKind(row.kind);
  const receipt = { id, record: id, customer, operation, site, siteName, timeZone: row.timeZone ?? 'UTC', terminal, employee, agent, at };
  // the kind's schema has parsed the facts
  return { ...receipt, kind, facts: readReceiptFacts(kind, row.facts) } as Receipt;
}
