import type { Calendar } from '../clock.ts';
import { writeOffAbandoned } from '../invoicing/write-off.ts';
import type { Sandbox } from '../state/sandbox.ts';
import type { StoredObject } from '../state/store.ts';
import { cancelPayment, holdEndOf } from './authorizations.ts';
import { decideDispute, closeWithoutEvidence, evidenceDeadlineOf } from './disputes.ts';
import { settleRefund } from './refunds.ts';

/** The due events of payments: uncaptured holds expire, refunds settle, disputes are decided by the bank or close without a response. */
export function paymentCalendar(sandbox: Sandbox): Calendar {
  const { store } = sandbox;
  const due = new Map<string, number>();
  const note = (object: StoredObject): void => {
    const at = dueOf(object);
    if (at === undefined) due.delete(object.id);
    else due.set(object.id, at);
  };
  for (const kind of ['charge', 'refund', 'dispute', 'invoice'] as const) for (const object of store.list(kind)) note(object);
  store.onChange((change) => ('removed' in change ? due.delete(change.id) : note(change)));

  return {
    nextDue: () => (due.size === 0 ? undefined : Math.min(...due.values())),
    run(at) {
      for (const [id, when] of due) if (when <= at) settle(sandbox, id);
    },
  };
}

function dueOf(object: StoredObject): number | undefined {
  if (object.object === 'charge') return holdEndOf(object);
  if (object.object === 'dispute') return object.decision?.at ?? evidenceDeadlineOf(object);
  if (object.object === 'invoice') return object.abandonedAt ?? undefined;
  return object.object === 'refund' ? object.settles?.at : undefined;
}

function settle(sandbox: Sandbox, id: string): void {
  const refund = sandbox.store.get('refund', id);
  if (refund?.settles) return settleRefund(sandbox, refund, refund.settles.status);
  const invoice = sandbox.store.get('invoice', id);
  if (invoice) return writeOffAbandoned(sandbox, invoice);
  const dispute = sandbox.store.get('dispute', id);
  if (dispute) return dispute.decision ? decideDispute(sandbox, dispute) : closeWithoutEvidence(sandbox, dispute);
  const intentId = sandbox.store.get('charge', id)?.payment_intent;
  const intent = intentId ? sandbox.store.get('payment_intent', intentId) : undefined;
  if (intent) cancelPayment(sandbox, intent, 'automatic');
}
