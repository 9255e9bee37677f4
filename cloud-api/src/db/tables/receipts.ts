import type { Generated } from 'kysely';
import type { Json } from './columns.ts';

interface ReceiptTable {
  id: string;
  kind: string;
  /** The id of which there is one such receipt: the subscription, charge, refund or operation. */
  subject: string;
  /** The provider's ids under which the receipt is found, the subject among them where it is one. */
  about: string[];
  customer: string | null;
  operation: string | null;
  site: number | null;
  terminal: string | null;
  employee: number | null;
  /** The name of the person who served. */
  agent: string | null;
  facts: Json<object>;
  created: Date;
}

interface PrintJobTable {
  id: string;
  site: number;
  printer: string;
  kind: string;
  /** The receipt's id, else the usage's. */
  subject: string;
  /** Null for a receipt that is made of a usage or of the mirror. */
  receipt: string | null;
  state: string;
  /** Whether an earlier paper of the same receipt was printed, or may have been. */
  duplicate: Generated<boolean>;
  /** When the paper is no longer useful; null for one that a person asked for. */
  until: Date | null;
  reason: string | null;
  asked: Date;
  /** The agent's journal to which it was sent first; null before. */
  journal: Generated<string | null>;
  answered: Date | null;
}

declare module '../schema.ts' {
  interface Database {
    print_job: PrintJobTable;
    receipt: ReceiptTable;
  }
}
