import { z } from 'zod';
import { receiptTerms } from '@washdesk/rules/billing/receipt-terms';
import { readFacts, storedFacts } from '../operations/stored-facts.ts';
import type { ReceiptFacts } from './receipt-facts.ts';

/** The agreement that a customer signs (docs/rules/members.md#signatures), without the signature itself. */
const agreement = z.object({
  /** The sign-up's receipt. */
  receiptid: z.string(),
  customer: z.string().nullable(),
  name: z.string().nullable(),
  plate: z.string().nullable(),
  site: z.number().nullable(),
  terminal: z.string().nullable(),
  /** The seller's name. */
  employee: z.string().nullable(),
  /** ISO 8601. */
  sold: z.string(),
  item: z.string(),
  /** Cents per month before tax, and with it; agreements of earlier releases have no total. */
  price: z.number(),
  total: z.number().optional(),
  /** Cents paid at the sign-up. */
  dueToday: z.number(),
  /** Months of guaranteed price. */
  duration: z.number(),
  terms: z.array(z.string()),
});
export type Agreement = z.infer<typeof agreement>;

/** The agreement as stored, with its schema version. */
export const storedAgreement = (given: Agreement): object => storedFacts(agreement, given);

/** @throws UnreadableFacts */
export const readAgreement = (stored: object): Agreement => readFacts('an agreement', agreement, stored);

interface SignUpReceipt {
  id: string;
  customer: string | null;
  site: number | null;
  terminal: string | null;
  agent: string | null;
  at: Date;
  facts: ReceiptFacts['signup'];
}

/** Returns the content of a sign-up's paper, as data for a tablet. */
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
  ...(facts.total !== undefined && { total: facts.total }),
  dueToday: facts.dueToday,
  duration: facts.duration,
  terms: receiptTerms(facts.duration),
});
