import { centsToDollars } from '@washdesk/rules/billing/money';
import { declinedWith, failedToReinstate, type ReinstateMode } from '@washdesk/rules/plans/reinstate';
import { auditBy, writeAudit, type AuditEntry } from '../../../../audit/audit.ts';
import { writeNote } from '../../../../documents/note.ts';
import type { Act } from '../../../../operations/act.ts';
import { DeedRefused } from '../../../../operations/deed.ts';
import { failureOf } from '../../../../operations/provider-failures.ts';
import { Failure } from '../../../../common/failure.ts';
import type { PriceChange } from '../../../../ports/payments.ts';
import { payOpenInvoice, startPlan, type PaymentFailure, type PlanStart, type StartedPlan } from './start-plan.ts';

/** What is done, decided before: the ending taken back, or a new subscription, after the owed invoice where there is one. */
export interface ReinstateFacts {
  mode: ReinstateMode;
  customer: string;
  old: string;
  price: string;
  goOn: { priceChange: PriceChange | null } | null;
  payFirst: string | null;
  start: PlanStart | null;
}

/** The invoice of the month that nobody paid, paid now. Cents. */
export interface OwedPaid {
  invoice: string;
  paid: number;
}

/** Pays what is owed, then begins a new subscription. @throws Failure 402 `card_declined` */
export async function startAgain(act: Act<ReinstateFacts>): Promise<{ started: StartedPlan; owed: OwedPaid | null }> {
  const { payFirst, start } = act.facts;
  if (!start) throw new Error('a reinstatement has nothing to start');
  const owed = payFirst === null ? null : await payOwed(act, payFirst, start.paymentMethod);
  const started = await startPlan(act, start).catch((error: unknown) => {
    throw owed ? refusedAfter(act, owed, error) : error;
  });
  const { subscription, invoice, declined } = started;
  if (declined) throw declinedStart(act, declined, { subscription: subscription.id, invoice: invoice?.id ?? null, owed });
  return { started, owed };
}

async function payOwed(act: Act<ReinstateFacts>, invoice: string, paymentMethod: string): Promise<OwedPaid> {
  const { old } = act.facts;
  const declined = await payOpenInvoice(act, 'pay-owed', invoice, paymentMethod);
  await act.read('subscription', old);
  if (declined) throw declinedStart(act, declined, { subscription: old, invoice, owed: null });
  const paid = await act.read('invoice', invoice);
  return { invoice, paid: paid?.amount_paid ?? 0 };
}

/** 402 with a note on the customer (customer-detail section 8, "Reinstate 402"). */
function declinedStart(
  act: Act<ReinstateFacts>,
  declined: PaymentFailure,
  { subscription, invoice, owed }: { subscription: string; invoice: string | null; owed: OwedPaid | null },
): DeedRefused {
  const { mode, old, price } = act.facts;
  const code = declined.declineCode ?? declined.code;
  const details = { subscription, invoice, ...(owed && { owed }), ...declined };
  const after = { mode, old, price, invoice, ...(owed && { owed }) };
  return refused(act, new Failure(402, 'card_declined', declinedWith(code), { details }), {
    notes: [failedToReinstate(code), ...(owed ? [paidInVain(owed)] : [])],
    audit: { action: 'subscription.not-paid', subject: `subscription:${subscription}`, after, why: code },
  });
}

/** Money has moved: a refusal of what comes after it is written down with what was paid. Anything else leaves the deed to be repeated. */
function refusedAfter(act: Act<ReinstateFacts>, owed: OwedPaid, error: unknown): unknown {
  const failure = failureOf(error);
  if (!(failure instanceof Failure) || failure.status >= 500) return error;
  const { status, code, message, details } = failure;
  const { mode, old, price } = act.facts;
  return refused(act, new Failure(status, code, message, { details: { ...details, owed }, cause: error }), {
    notes: [paidInVain(owed)],
    audit: { action: 'subscription.owed-paid', subject: `subscription:${old}`, after: { mode, price, owed }, why: message },
  });
}

const paidInVain = ({ paid }: OwedPaid): string => `Paid ${centsToDollars(paid)} of an open invoice; the plan did not begin again`;

function refused(
  { id, by, facts }: Act<ReinstateFacts>,
  failure: Failure,
  { notes, audit }: { notes: string[]; audit: Pick<AuditEntry, 'action' | 'subject' | 'after' | 'why'> },
): DeedRefused {
  return new DeedRefused(failure, async (tx, at) => {
    for (const note of notes) await writeNote(tx, { customer: facts.customer, note, agent: by.name, deed: id, at });
    await writeAudit(tx, { ...auditBy(by), ...audit, at });
  });
}
