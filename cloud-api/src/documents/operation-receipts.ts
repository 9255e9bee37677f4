import { subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import type { ProviderInvoice, ProviderSubscription } from '../common/provider-objects.ts';
import type { Tx } from '../db/pool.ts';
import { mirrored } from '../mirror/reads/mirrored.ts';
import type { OperationActor } from '../operations/operation.ts';
import { chargeFacts, chargeOfInvoice, planChangeFacts, refundFacts, signUpFacts, type Changed } from './receipt-facts.store.ts';
import { writeReceipt } from './receipt.ts';

/** The operation the receipt is for: an `OperationRun` is one. */
export interface OperationSource {
  id: string;
  by: OperationActor;
}

const doneBy = ({ id, by }: OperationSource) => ({
  operation: id,
  site: by.site,
  terminal: by.terminal,
  employee: by.employee,
  agent: by.name,
});

const present = (...ids: (string | null | undefined)[]): string[] => ids.filter((id) => id !== null && id !== undefined);

/**
 * Writes the receipt of a charge; none if the provider no longer has the charge.
 * @param id the charge's, already in the mirror
 * @param invoice that the charge paid
 */
export async function writeChargeReceipt(tx: Tx, source: OperationSource, id: string, at: Date, invoice?: string): Promise<void> {
  const charge = await mirrored(tx, 'charge', id);
  if (!charge) return;
  const { customer, payment_intent } = charge;
  const facts = await chargeFacts(tx, charge);
  await writeReceipt(tx, { kind: 'charge', subject: id, about: present(payment_intent, invoice), customer, ...doneBy(source), facts, at });
}

/** Writes the receipt of a paid invoice; none if it needed no card. */
export async function writeInvoiceReceipt(tx: Tx, source: OperationSource, invoice: string, at: Date): Promise<void> {
  const charge = await chargeOfInvoice(tx, invoice);
  if (charge) await writeChargeReceipt(tx, source, charge.id, at, invoice);
}

/** Writes the receipt of a refund. @param ids the refunds of one operation, already in the mirror */
export async function writeRefundReceipt(tx: Tx, source: OperationSource, ids: readonly string[], at: Date): Promise<void> {
  const found = await Promise.all(ids.map((id) => mirrored(tx, 'refund', id)));
  const refunds = found.filter((refund) => refund !== null);
  const [first] = refunds;
  if (!first) return;
  const { customer, ...facts } = await refundFacts(tx, refunds);
  await writeReceipt(tx, { kind: 'refund', subject: first.id, about: ids, customer, ...doneBy(source), facts, at });
}

export interface SoldPlan {
  subscription: ProviderSubscription;
  invoice: ProviderInvoice | null;
}

/** Writes the receipt of a started plan, with its terms. @returns the receipt's id */
export async function writeSignUpReceipt(tx: Tx, source: OperationSource, sold: SoldPlan, at: Date): Promise<string> {
  const { subscription, invoice } = sold;
  const charge = await chargeOfInvoice(tx, invoice?.id);
  const facts = await signUpFacts(tx, sold, charge);
  // a manager may sell at a site other than the session's
  const site = Number(subscription.metadata[subscriptionKeys.site]) || source.by.site;
  const about = present(invoice?.id, charge?.id, charge?.payment_intent);
  const { id: subject, customer } = subscription;
  return writeReceipt(tx, { kind: 'signup', subject, about, customer, ...doneBy(source), site, facts, at });
}

/** Writes the receipt of a plan that was changed, ended or continued. */
export async function writePlanChangeReceipt(tx: Tx, source: OperationSource, changed: Changed, at: Date): Promise<void> {
  const { subscription, billed = [] } = changed;
  const charges = await Promise.all(billed.map(({ id }) => chargeOfInvoice(tx, id)));
  const paying = charges.filter((charge) => charge !== null);
  const facts = await planChangeFacts(tx, changed, paying[0] ?? null);
  const payments = paying.flatMap(({ id, payment_intent }) => [id, payment_intent]);
  const about = present(subscription.id, ...billed.map(({ id }) => id), ...payments);
  await writeReceipt(tx, { kind: 'planchange', subject: source.id, about, customer: subscription.customer, ...doneBy(source), facts, at });
}
