import type { Calendar } from '../clock.ts';
import type { StoredObject } from '../store.ts';
import type { World } from '../world.ts';
import { writeOffAbandoned } from '../invoicing/write-off.ts';
import { cancelPayment, holdEndOf } from './authorizations.ts';
import { decideDispute, endBySilence, silenceEndOf } from './disputes.ts';
import { settleRefund } from './refunds.ts';

/** What falls due of payments: holds that end uncaptured, refunds that get the bank's last word, disputes that the bank decides or
 * that nobody answered. */
export function paymentCalendar(world: World): Calendar {
  const { store } = world;
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
      for (const [id, when] of due) if (when <= at) settle(world, id);
    },
  };
}

function dueOf(object: StoredObject): number | undefined {
  if (object.object === 'charge') return holdEndOf(object);
  if (object.object === 'dispute') return object.decision?.at ?? silenceEndOf(object);
  if (object.object === 'invoice') return object.abandonedAt ?? undefined;
  return object.object === 'refund' ? object.settles?.at : undefined;
}

function settle(world: World, id: string): void {
  const refund = world.store.get('refund', id);
  if (refund?.settles) return settleRefund(world, refund, refund.settles.status);
  const invoice = world.store.get('invoice', id);
  if (invoice) return writeOffAbandoned(world, invoice);
  const dispute = world.store.get('dispute', id);
  if (dispute) return dispute.decision ? decideDispute(world, dispute) : endBySilence(world, dispute);
  const intentId = world.store.get('charge', id)?.payment_intent;
  const intent = intentId ? world.store.get('payment_intent', intentId) : undefined;
  if (intent) cancelPayment(world, intent, 'automatic');
}
