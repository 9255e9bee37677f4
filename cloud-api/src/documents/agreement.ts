import { receiptTerms } from '@washdesk/rules/billing/receipt-terms';
import type { ReceiptFacts } from './receipt-facts.ts';

/** The agreement that a customer signs (docs/rules/members.md#signatures), without the signature itself. */
export interface Agreement {
  /** The sign-up's receipt. */
  receiptid: string;
  customer: string | null;
  name: string | null;
  plate: string | null;
  site: number | null;
  terminal: string | null;
  /** The seller's name. */
  employee: string | null;
  /** ISO 8601. */
  sold: string;
  item: string;
  /** Cents a month, before tax. */
  price: number;
  /** Cents that were paid at the sign-up. */
  dueToday: number;
  /** Months that the price is guaranteed. */
  duration: number;
  terms: string[];
}

interface SignUpReceipt {
  id: string;
  customer: string | null;
  site: number | null;
  terminal: string | null;
  agent: string | null;
  at: Date;
  facts: ReceiptFacts['signup'];
}

/** The content of a sign-up's paper, as data for a tablet. */
export const agreementOf = ({ id, customer, site, terminal, agent, at, facts }: SignUpReceipt): Agreement => ({
  receiptid: id,
  customer,
  name: facts.member,
  plate: facts.code,
  site,
  terminal,
  employee: agent,
  sold: at.toISOString(),
  item: facts.plan,
  price: facts.price,
  dueToday: facts.dueToday,
  duration: facts.duration,
  terms: receiptTerms(facts.duration),
});
