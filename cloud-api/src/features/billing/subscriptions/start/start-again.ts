import { z } from 'zod';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { reinstateModes, declinedWith, failedToReinstate } from '@washdesk/rules/plans/reinstate';
import { auditBy, writeAudit, type AuditEntry } from '../../../../audit/audit.ts';
import { Failure } from '../../../../common/failure.ts';
import type { ProviderInvoice } from '../../../../common/provider-objects.ts';
import { writeNote } from '../../../../documents/note.ts';
import type { OperationRun } from '../../../../operations/operation-run.ts';
import { OperationRefused } from '../../../../operations/operation.ts';
import { providerFailure } from '../../../../operations/provider-failures.ts';
import { readPayment } from '../../../../operations/read-payment.ts';
import { voidInvoice } from '../../../../operations/void-invoice.ts';
import { priceChangeSchema } from '../../../../ports/payments.ts';
import { increaseSchema } from '../change/held-schedule.ts';
import { planStart, payOpenInvoice, startPlan, type PaymentFailure, type StartedPlan } from './start-plan.ts';

/** How a plan is reinstated, decided before any call: its end is canceled, or a new subscription begins after any open invoice is paid. */
export const reinstateFacts = z.object({
  mode: z.enum(reinstateModes),
  customer: z.string(),
  old: z.string(),
  price: z.string(),
  goOn: z.object({ priceChange: priceChangeSchema.nullable() }).nullable(),
  /** The increase that the discontinuation released. */
  increase: increaseSchema.nullable().default(null),
  payFirst: z.string().nullable(),
  start: planStart.nullable(),
  /** Drafts of the ended plan: voided before the next plan begins. */
  drafts: z.array(z.string()),
});
export type ReinstateFacts = z.infer<typeof reinstateFacts>;

/** The unpaid month's invoice, paid now, for audit and response. Cents. */
export interface PaidInvoice {
  invoice: string;
  paid: number;
}

export const paidInvoice = ({ id, amount_paid }: ProviderInvoice): PaidInvoice => ({ invoice: id, paid: amount_paid });

/** Pays the open invoice, then starts a new subscription. @throws Failure 402 `card_declined` */
export async function startAgain(run: OperationRun<ReinstateFacts>): Promise<{ started: StartedPlan; paidFirst: ProviderInvoice | null }> {
  const { payFirst, start, drafts } = run.facts;
  if (!start) throw new Error('Reinstatement has no plan to start');
  for (const draft of drafts) await voidInvoice(run, draft);
  const paidFirst = payFirst === null ? null : await payEarlierInvoice(run, payFirst, start.paymentMethod);
  const started = await startPlan(run, start).catch((error: unknown) => {
    throw paidFirst ? refusedAfter(run, paidInvoice(paidFirst), error) : error;
  });
  const { subscription, invoice, declined } = started;
  if (declined) {
    throw declinedStart(run, declined, {
      subscription: subscription.id,
      invoice: invoice?.id ?? null,
      paidFirst: paidFirst && paidInvoice(paidFirst),
    });
  }
  return { started, paidFirst };
}

async function payEarlierInvoice(run: OperationRun<ReinstateFacts>, invoice: string, paymentMethod: string): Promise<ProviderInvoice> {
  const { old } = run.facts;
  const declined = await payOpenInvoice(run, 'pay-owed', invoice, paymentMethod);
  await run.read('subscription', old);
  if (declined) throw declinedStart(run, declined, { subscription: old, invoice, paidFirst: null });
  const paid = await run.read('invoice', invoice);
  if (!paid) throw new Error(`Invoice ${invoice} not found`);
  await readPayment(run, paid);
  return paid;
}

/** Returns 402 with a note on the customer (docs/rules/billing.md#reinstate). */
function declinedStart(
  run: OperationRun<ReinstateFacts>,
  declined: PaymentFailure,
  { subscription, invoice, paidFirst }: { subscription: string; invoice: string | null; paidFirst: PaidInvoice | null },
): OperationRefused {
  const { mode, old, price } = run.facts;
  const code = declined.declineCode ?? declined.code;
  const details = { subscription, invoice, ...(paidFirst && { owed: paidFirst }), ...declined };
  const after = { mode, old, price, invoice, ...(paidFirst && { owed: paidFirst }) };
  return refused(run, new Failure(402, 'card_declined', declinedWith(code), { details }), {
    notes: [failedToReinstate(code), ...(paidFirst ? [paidBeforeRefusal(paidFirst)] : [])],
    audit: { action: 'subscription.not-paid', subject: `subscription:${subscription}`, after, why: code },
  });
}

/** Stores a refusal after a payment together with what was paid. Any other error leaves the operation to be repeated. */
function refusedAfter(run: OperationRun<ReinstateFacts>, paidFirst: PaidInvoice, error: unknown): unknown {
  const failure = providerFailure(error);
  if (!(failure instanceof Failure) || failure.status >= 500) return error;
  const { status, code, message, details } = failure;
  const { mode, old, price } = run.facts;
  return refused(run, new Failure(status, code, message, { details: { ...details, owed: paidFirst }, cause: error }), {
    notes: [paidBeforeRefusal(paidFirst)],
    audit: { action: 'subscription.owed-paid', subject: `subscription:${old}`, after: { mode, price, owed: paidFirst }, why: message },
  });
}

const paidBeforeRefusal = ({ paid }: PaidInvoice): string => `Paid ${centsToDollars(paid)} of an open invoice; the plan didn’t restart`;

function refused(
  { id, by, facts }: OperationRun<ReinstateFacts>,
  failure: Failure,
  { notes, audit }: { notes: string[]; audit: Pick<AuditEntry, 'action' | 'subject' | 'after' | 'why'> },
): OperationRefused {
  return new OperationRefused(failure, async (tx, at) => {
    for (const note of notes) await writeNote(tx, { customer: facts.customer, note, agent: by.name, operation: id, at });
    await writeAudit(tx, { ...auditBy(by), ...audit, at });
  });
}
