import { z } from 'zod';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { programPrincipal, type Principal } from '../../../common/caller.ts';
import type { ProviderPaymentIntent } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import { writeChargeReceipt, type OperationSource } from '../../../documents/operation-receipts.ts';
import { attemptFromError } from '../../../jobs/attempt-from-error.ts';
import { causeOf, type Attempt, type ClaimedJob } from '../../../jobs/job.ts';
import { mirrored } from '../../../mirror/reads/mirrored.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import { isExcluded } from '../../../operations/operation.store.ts';
import type { Outcome } from '../../../operations/operation.ts';
import type { Operations } from '../../../operations/operations.ts';
import { PaymentsRefused, PaymentsUnavailable, type Step } from '../../../ports/payments.ts';
import { exclusiveOf } from './one-charge-per-sale.ts';

const kindName = 'reader-payment.settle';

/** The principal of settlements, which run without a user. */
const settler = (job: ClaimedJob): Principal => {
  const { requestId, device } = causeOf(job);
  return programPrincipal('settlement', 'Settlement', requestId, { device });
};

const final = ['succeeded', 'canceled'];

/**
 * Settles a reader's payment some minutes after its start, and any payment the bank was slow with. The capture operation and its recovery
 * settle a payment whose capture was requested; any other open payment is canceled, so that no authorization remains on a card
 * (docs/decisions/0002-idempotency-keys.md).
 */
export function settleReaderPayment({ db, operations }: { db: Db; operations: Operations }) {
  const settling = operations.define<{ intent: string }>(kindName, z.object({ intent: z.string() }), execute);
  return async (job: ClaimedJob<'reader-payment.settle'>): Promise<Attempt> => {
    const { key: intent, customer } = job;
    const known = await mirrored(db, 'payment_intent', intent);
    const exclusive = exclusiveOf(intent, known?.metadata ?? {});
    if (await isExcluded(db, exclusive)) return { kind: 'later', reason: 'Its capture is in progress' };
    try {
      const about = { route: kindName, key: intent, request: { intent }, principal: settler(job), customer, exclusive };
      const { body } = await settling.run(about, async () => ({ intent }));
      return { kind: 'done', result: body };
    } catch (error) {
      return attemptFromError(error);
    }
  };
}

async function execute(run: OperationRun<{ intent: string }>): Promise<Outcome> {
  const { intent } = run.facts;
  const before = await run.read('payment_intent', intent);
  if (!before) return { status: 200, body: { status: 'unknown' } };
  const atOnce = before.capture_method !== 'manual';
  const ended = final.includes(before.status) ? before : await canceled(run);
  const { status } = ended;
  if (atOnce && status === 'succeeded') return paidLate(run, ended);
  if (ended === before) return { status: 200, body: { status } };
  const why = atOnce ? 'The bank declined the payment' : 'It was never captured';
  const change = { before: { status: before.status }, after: { status }, why };
  return {
    status: 200,
    body: { status },
    within: (tx, at) =>
      writeAudit(tx, { ...auditBy(run.by), action: 'payment.canceled', subject: `payment_intent:${intent}`, ...change, at }),
  };
}

/** Completes a payment that the bank paid late. If it was captured on request, the capture has written receipt and audit row. */
async function paidLate(run: OperationRun<object>, intent: ProviderPaymentIntent): Promise<Outcome> {
  const { id, status, amount, customer, latest_charge: charge } = intent;
  if (charge) await run.read('charge', charge);
  return {
    status: 200,
    body: { status },
    async within(tx, at) {
      await writeAudit(tx, {
        ...auditBy(run.by),
        action: 'payment.taken',
        subject: `payment_intent:${id}`,
        after: { amount, customer },
        at,
      });
      if (charge) await writeChargeReceipt(tx, chargedBy(intent, run), charge, at);
    },
  };
}

/** Returns who started the payment, from its metadata. */
function chargedBy({ metadata }: ProviderPaymentIntent, { id, by }: OperationRun<object>): OperationSource {
  const { [paymentKeys.site]: site, [paymentKeys.terminal]: terminal, [paymentKeys.employeeNumber]: employee } = metadata;
  const name = metadata[paymentKeys.employeeName] || by.name;
  return { id, by: { ...by, site: Number(site) || null, terminal: terminal || null, employee: Number(employee) || null, name } };
}

/** Cancels the payment. It may have ended since it was read; while the bank processes it, it cannot be canceled. */
function canceled(run: OperationRun<{ intent: string }>): Promise<ProviderPaymentIntent> {
  const { intent } = run.facts;
  const ended = async (): Promise<ProviderPaymentIntent | null> => {
    const now = await run.payments.fetch('payment_intent', intent, 'interactive');
    return now && final.includes(now.status) ? now : null;
  };
  const cancel = async (step: Step): Promise<ProviderPaymentIntent> => {
    try {
      return await run.payments.cancelPaymentIntent(step, intent);
    } catch (error) {
      if (!(error instanceof PaymentsRefused)) throw error;
      throw new PaymentsUnavailable(error.message, { kept: true, cause: error });
    }
  };
  return run.write('payment_intent', 'cancel', cancel, ended);
}
