import { BillingError } from './billing-error.ts';
import { cancel } from './cancel.ts';
import { create } from './create.ts';
import { dueByCalendar, dueInstants, type DueInstant } from './due-instants.ts';
import { due } from './due.ts';
import type { BillingEvent, Create } from './events.ts';
import type { Billed } from './invoice.ts';
import type { Subscription } from './model.ts';
import { pay, standardPolicy, writeOff, type Policy } from './payment.ts';
import { releaseSchedule, setSchedule, update } from './update.ts';

export interface Outcome extends Billed {
  /** The next due times, earliest first. */
  due: DueInstant[];
}

/**
 * Applies one event to a subscription: returns its next state, the issued invoices and the next due times. Pure: the same arguments return
 * the same outcome, and no argument is modified. The caller stores or discards the outcome.
 * @param subscription null for `create` only
 * @throws BillingError if the event is impossible, or if an earlier due event has not been applied
 */
export function bill(subscription: Subscription | null, event: BillingEvent, policy: Policy = standardPolicy): Outcome {
  const billed = subscription ? change(subscription, event, policy) : create(firstEvent(event));
  return { ...billed, due: dueInstants(billed.subscription) };
}

function firstEvent(event: BillingEvent): Create {
  if (event.type === 'create') return event;
  throw new BillingError('no_subscription', `There is no subscription yet for "${event.type}".`);
}

function change(subscription: Subscription, event: BillingEvent, policy: Policy): Billed {
  switch (event.type) {
    case 'create':
      throw new BillingError('already_exists', 'A subscription is created once; to reinstate one that ended, create another.');
    case 'due':
      return due(subscription, event);
    case 'payment':
      return { subscription: pay(subscription, event, policy), invoices: [] };
    case 'write_off':
      return { subscription: writeOff(subscription, event), invoices: [] };
    case 'update':
      return update(upToDate(subscription, event.at), event);
    case 'cancel':
      return cancel(upToDate(subscription, event.at), event);
    case 'schedule':
      return { subscription: setSchedule(upToDate(subscription, event.at), event), invoices: [] };
    case 'release_schedule':
      return { subscription: releaseSchedule(upToDate(subscription, event.at)), invoices: [] };
  }
}

function upToDate(subscription: Subscription, at: number): Subscription {
  const next = dueByCalendar(subscription)[0];
  if (next && next.at <= at) throw new BillingError('clock_behind', `A ${next.what} was due at ${next.at}, before ${at}.`);
  return subscription;
}
