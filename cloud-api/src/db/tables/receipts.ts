import { type Generated, sql, type SqlBool } from 'kysely';
import type { PersonalTables } from '../personal-data.ts';
import type { Json } from './columns.ts';

interface ReceiptTable {
  id: string;
  kind: string;
  /** The id for which there is one such receipt: the subscription, charge, refund or operation. */
  subject: string;
  /** The provider's ids under which the receipt is found, including the subject if it is one. */
  about: string[];
  customer: string | null;
  operation: string | null;
  site: number | null;
  terminal: string | null;
  employee: number | null;
  /** The name of the cashier. */
  agent: string | null;
  facts: Json<object>;
  created: Date;
}

interface PrintJobTable {
  id: string;
  site: number;
  printer: string;
  kind: string;
  /** The receipt's id, otherwise the usage's. */
  subject: string;
  /** Null for a receipt derived from a usage or the mirror. */
  receipt: string | null;
  state: string;
  /** Whether an earlier paper of the same receipt was printed, or may have been. */
  duplicate: Generated<boolean>;
  /** When the paper is no longer useful; null if a user requested it. */
  until: Date | null;
  reason: string | null;
  asked: Date;
  /** The journal of the agent it was sent to first; null before. */
  journal: Generated<string | null>;
  answered: Date | null;
}

declare module '../schema.ts' {
  interface Database {
    print_job: PrintJobTable;
    receipt: ReceiptTable;
  }
}

export const personalData = {
  print_job: {
    plain: ['id', 'site', 'printer', 'kind', 'subject', 'receipt', 'state', 'reason', 'duplicate', 'journal', 'asked', 'until', 'answered'],
  },
  receipt: {
    plain: ['id', 'kind', 'subject', 'about', 'operation', 'site', 'terminal', 'employee', 'agent', 'created'],
    personal: ['facts'],
    customer: 'customer',
    also: ({ objects }) => sql<SqlBool>`about && ${objects}::text[]`,
    erase: 'rows',
    retention: { kind: 'receipts', since: 'created' },
  },
} satisfies PersonalTables;
