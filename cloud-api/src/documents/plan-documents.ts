import { siteDate } from '@washdesk/rules/dates/dates';
import { abandonedNote, changeNote, signUpNote } from '@washdesk/rules/plans/plan-notes';
import type { ProviderSubscription } from '../common/provider-objects.ts';
import type { Tx } from '../db/pool.ts';
import { writeNote } from './note.ts';
import { writePlanChangeReceipt, writeSignUpReceipt, type OperationSource, type SoldPlan } from './operation-receipts.ts';
import { billedPlan, paidIn, type Changed } from './receipt-facts.store.ts';
import { requestSignature } from './signature-request.ts';

/** For a plan without a name, so that a note never fails because of it. */
const unnamed = { plan: 'a plan', price: 0, total: 0 };

/**
 * Writes the documents of a sign-up at the counter: the receipt with its terms, the agreement to sign, the initial note. The mirror adds
 * the jobs for other systems.
 */
export async function writeSignUpDocuments(tx: Tx, source: OperationSource, sold: SoldPlan, at: Date): Promise<void> {
  const { id: operation, by } = source;
  const receipt = await writeSignUpReceipt(tx, source, sold, at);
  if (by.site !== null) await requestSignature(tx, { receipt, operation, site: by.site, terminal: by.terminal, by: by.id, at });
  await noteSignUp(tx, source, sold, at);
}

/** Writes the documents of an online sign-up. The customer agrees on its page, so there is nothing to sign. */
export async function writeOnlineSignUpDocuments(tx: Tx, source: OperationSource, sold: SoldPlan, at: Date): Promise<void> {
  await writeSignUpReceipt(tx, source, sold, at);
  await noteSignUp(tx, source, sold, at);
}

async function noteSignUp(tx: Tx, { id: operation, by }: OperationSource, { subscription, invoice }: SoldPlan, at: Date): Promise<void> {
  const plan = (await billedPlan(tx, subscription)) ?? unnamed;
  const note = signUpNote(plan, invoice?.amount_paid ?? 0);
  await writeNote(tx, { customer: subscription.customer, note, agent: by.name, operation, at });
}

/** Writes a note that a plan ended before its first payment. */
export async function noteAbandoned(
  tx: Tx,
  source: OperationSource,
  subscription: ProviderSubscription,
  reason: string,
  at: Date,
): Promise<void> {
  const note = abandonedNote((await billedPlan(tx, subscription)) ?? unnamed, reason);
  await writeNote(tx, { customer: subscription.customer, note, agent: source.by.name, operation: source.id, at });
}

/** The documents of a change that a person requested. */
export interface PlanChangeDocuments extends Changed {
  /** Why a plan ends. */
  reason?: string;
  /** A plan that only continues in the same month gets no receipt (docs/rules/billing.md#reinstate). */
  withReceipt?: boolean;
}

/** Writes the note and the receipt of a plan change (docs/rules/billing.md#plan-changes). */
export async function writePlanChangeDocuments(tx: Tx, source: OperationSource, changed: PlanChangeDocuments, at: Date): Promise<void> {
  const { change, subscription, former, billed = [], ends, reason = null, withReceipt = true } = changed;
  const note = changeNote({
    change,
    plan: (await billedPlan(tx, subscription)) ?? unnamed,
    former: former ? await billedPlan(tx, subscription, former) : null,
    paid: paidIn(billed),
    until: ends ? siteDate(new Date(ends * 1_000), 'UTC') : null,
    reason,
  });
  await writeNote(tx, { customer: subscription.customer, note, agent: source.by.name, operation: source.id, at });
  if (withReceipt) await writePlanChangeReceipt(tx, source, changed, at);
}
