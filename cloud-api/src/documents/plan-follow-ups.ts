import { siteDate } from '@washdesk/rules/dates/dates';
import { changeNote, signUpNote } from '@washdesk/rules/plans/plan-notes';
import { writeNote } from './note.ts';
import type { Tx } from '../db/pool.ts';
import { writePlanChangeReceipt, writeSignUpReceipt, type Doer, type SoldPlan } from './deed-receipts.ts';
import { planOf, priceOf, type Changed } from './receipt-facts.store.ts';
import { requestSignature } from './signature-request.ts';

/** A plan without a name of its own, which no note should fail for. */
const unnamed = { plan: 'a plan', price: 0 };

/**
 * What a sign-up at the counter leaves of its own (front-desk section 4, steps 7 and 8): the receipt with its terms, the agreement to be
 * signed, the initial note. Whatever other systems must learn is owed by the mirror.
 */
export async function followSignUp(tx: Tx, doer: Doer, sold: SoldPlan, at: Date): Promise<void> {
  const { id: deed, by } = doer;
  const receipt = await writeSignUpReceipt(tx, doer, sold, at);
  if (by.site !== null) await requestSignature(tx, { receipt, deed, site: by.site, terminal: by.terminal, by: by.id, at });
  await noteSignUp(tx, doer, sold, at);
}

/** An online sign-up is agreed to on its page: nothing is left to be signed. */
export async function followOnlineSignUp(tx: Tx, doer: Doer, sold: SoldPlan, at: Date): Promise<void> {
  await writeSignUpReceipt(tx, doer, sold, at);
  await noteSignUp(tx, doer, sold, at);
}

async function noteSignUp(tx: Tx, { id: deed, by }: Doer, { subscription, invoice }: SoldPlan, at: Date): Promise<void> {
  const plan = (await planOf(tx, priceOf(subscription))) ?? unnamed;
  const note = signUpNote(plan, invoice?.amount_paid ?? 0);
  await writeNote(tx, { customer: subscription.customer, note, agent: by.name, deed, at });
}

/** Of a change that a person asked for. */
export interface PlanChangeLeft extends Changed {
  /** Why a plan ends. */
  reason?: string;
  /** A plan that merely goes on in the same month has none (customer-detail section 4, "Reinstate"). */
  withReceipt?: boolean;
}

/** The note and the receipt of a plan change (customer-detail section 4, "Every plan change ends with"). */
export async function followPlanChange(tx: Tx, doer: Doer, changed: PlanChangeLeft, at: Date): Promise<void> {
  const { change, subscription, former, invoice, ends, reason = null, withReceipt = true } = changed;
  const note = changeNote({
    change,
    plan: (await planOf(tx, priceOf(subscription))) ?? unnamed,
    former: await planOf(tx, former ?? undefined),
    paid: invoice?.amount_paid ?? 0,
    until: ends ? siteDate(new Date(ends * 1_000), 'UTC') : null,
    reason,
  });
  await writeNote(tx, { customer: subscription.customer, note, agent: doer.by.name, deed: doer.id, at });
  if (withReceipt) await writePlanChangeReceipt(tx, doer, changed, at);
}
