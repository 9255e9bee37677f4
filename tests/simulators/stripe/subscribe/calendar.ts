import { dueInstants } from '../billing/due-instants.ts';
import type { MovableClock } from '../clock.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { DueIndex } from './due-index.ts';
import { runDue } from './run-due.ts';

/** Runs due billing by the clock: renews subscriptions, collects and retries invoices, enters phases, ends trials, expires and cancels. */
export function registerBilling(sandbox: Sandbox, clock: MovableClock): void {
  const index = new DueIndex();
  const follow = (id: string): void => {
    const subscription = sandbox.store.get('subscription', id);
    index.set(id, subscription && dueInstants(subscription.billing)[0]?.at);
  };
  for (const { id } of sandbox.store.list('subscription').toReversed()) follow(id);
  sandbox.store.onChange((change) => {
    if ('object' in change && change.object === 'subscription') follow(change.id);
  });
  clock.register({
    nextDue: () => index.next(),
    run(at) {
      for (const id of index.dueAt(at)) runDue(sandbox, id, at);
    },
  });
}
