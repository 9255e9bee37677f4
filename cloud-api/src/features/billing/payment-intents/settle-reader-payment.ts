import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import type { ProviderPaymentIntent } from '../../../db/provider-objects.ts';
import type { Act } from '../../../operations/act.ts';
import { isExcluded } from '../../../operations/deed.store.ts';
import type { Outcome } from '../../../operations/deed.ts';
import type { Deeds } from '../../../operations/deeds.ts';
import { programPrincipal } from '../../../common/caller.ts';
import { mirrored } from '../../../mirror/reads/mirrored.ts';
import { attemptOf } from '../../../jobs/attempt-of.ts';
import type { Attempt, ClaimedObligation } from '../../../jobs/obligation.ts';
import { PaymentsRefused, PaymentsUnavailable, type Step } from '../../../ports/payments.ts';
import { writeChargeReceipt, type Doer } from '../../../documents/deed-receipts.ts';
import { exclusiveOf } from './sale-once.ts';

const kindName = 'reader-payment.settle';

/** Nobody asks for it: it follows from the payment that was begun. */
const nobody = programPrincipal('settlement', 'Settlement');

const final = ['succeeded', 'canceled'];

/**
 * A reader's payment some minutes after it was begun, and one that the bank was slow with: one whose capture was asked for is the capture deed's, and its recovery's; any
 * other that is not final is cancelled, so that no authorization stays on a card (design section 4, "Money once").
 */
export function settleReaderPayment({ db, deeds }: { db: Db; deeds: Deeds }) {
  const settling = deeds.define<{ intent: string }>(kindName, perform);
  return async ({ key: intent, customer }: ClaimedObligation<'reader-payment.settle'>): Promise<Attempt> => {
    const known = await mirrored(db, 'payment_intent', intent);
    const exclusive = exclusiveOf(intent, known?.metadata ?? {});
    if (await isExcluded(db, exclusive)) return { kind: 'later', reason: 'Its capture is under way' };
    try {
      const about = { route: kindName, key: intent, request: { intent }, principal: nobody, customer, exclusive };
      const { body } = await settling.run(about, async () => ({ intent }));
      return { kind: 'done', result: body };
    } catch (error) {
      return attemptOf(error);
    }
  };
}

async function perform(act: Act<{ intent: string }>): Promise<Outcome> {
  const { intent } = act.facts;
  const before = await act.read('payment_intent', intent);
  if (!before) return { status: 200, body: { status: 'unknown' } };
  const atOnce = before.capture_method !== 'manual';
  const ended = final.includes(before.status) ? before : await canceled(act);
  const { status } = ended;
  if (atOnce && status === 'succeeded') return taken(act, ended);
  if (ended === before) return { status: 200, body: { status } };
  const why = atOnce ? 'The bank did not pay' : 'Nobody asked for its capture';
  const change = { before: { status: before.status }, after: { status }, why };
  return {
    status: 200,
    body: { status },
    within: (tx, at) =>
      writeAudit(tx, { ...auditBy(act.by), action: 'payment.canceled', subject: `payment_intent:${intent}`, ...change, at }),
  };
}

/** The bank was slow, and paid. What was captured on demand has its receipt and its audit of the capture. */
async function taken(act: Act<object>, intent: ProviderPaymentIntent): Promise<Outcome> {
  const { id, status, amount, customer, latest_charge: charge } = intent;
  if (charge) await act.read('charge', charge);
  return {
    status: 200,
    body: { status },
    async within(tx, at) {
      await writeAudit(tx, {
        ...auditBy(act.by),
        action: 'payment.taken',
        subject: `payment_intent:${id}`,
        after: { amount, customer },
        at,
      });
      if (charge) await writeChargeReceipt(tx, takerOf(intent, act), charge, at);
    },
  };
}

/** Whoever began it, as the payment itself bears it. */
function takerOf({ metadata }: ProviderPaymentIntent, { id, by }: Act<object>): Doer {
  const { [paymentKeys.site]: site, [paymentKeys.terminal]: terminal, [paymentKeys.employeeNumber]: employee } = metadata;
  const name = metadata[paymentKeys.employeeName] || by.name;
  return { id, by: { id: by.id, site: Number(site) || null, terminal: terminal || null, employee: Number(employee) || null, name } };
}

/** Somebody may have ended it between the look and the act; one that the bank still works on cannot be cancelled yet. */
function canceled(act: Act<{ intent: string }>): Promise<ProviderPaymentIntent> {
  const { intent } = act.facts;
  const ended = async (): Promise<ProviderPaymentIntent | null> => {
    const now = await act.payments.fetch('payment_intent', intent, 'interactive');
    return now && final.includes(now.status) ? now : null;
  };
  const cancel = async (step: Step): Promise<ProviderPaymentIntent> => {
    try {
      return await act.payments.cancelPaymentIntent(step, intent);
    } catch (error) {
      if (!(error instanceof PaymentsRefused)) throw error;
      throw new PaymentsUnavailable(error.message, { kept: true, cause: error });
    }
  };
  return act.write('payment_intent', 'cancel', cancel, ended);
}
