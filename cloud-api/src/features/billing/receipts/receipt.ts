import { readReceiptFacts, recordedKind, type ReceiptFacts, type ReceiptKind } from '../../../documents/receipt-facts.ts';

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

/** A stored record; the names of the site are null for a receipt that was made at no site. */
interface ReceiptRow extends Omit<ReceiptOf<ReceiptKind>, 'kind' | 'record' | 'timeZone' | 'at' | 'facts'> {
  kind: string;
  timeZone: string | null;
  created: Date;
  facts: object;
}

/** A stored record as a receipt. @throws UnreadableFacts */
export function receiptOfRow(row: ReceiptRow): Receipt {
  const { id, customer, operation, site, siteName, terminal, employee, agent, created: at } = row;
  const kind = recordedKind(row.kind);
  const receipt = { id, record: id, customer, operation, site, siteName, timeZone: row.timeZone ?? 'UTC', terminal, employee, agent, at };
  // the facts are of the kind by whose schema they were read
  return { ...receipt, kind, facts: readReceiptFacts(kind, row.facts) } as Receipt;
}
