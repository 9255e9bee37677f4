import type { Logger } from 'pino';
import type { Alert } from '../common/alert.ts';
import { WorkLoop } from '../common/work-loop.ts';
import type { Clock } from '../ports/clock.ts';
import type { PaymentEvents } from '../ports/payment-events.ts';
import type { PaymentsReader } from '../ports/payments.ts';
import { receiveEvents } from './events/event-receiver.ts';
import { EventWorker } from './events/event-worker.ts';
import type { MirrorParts, OnProviderEvent } from './mirror-parts.ts';
import { ageOfCustomerIn } from './reads/customer-age.ts';
import { readFreshCustomer, type ReadFreshCustomer } from './reads/read-fresh-customer.ts';
import { createReadFresh } from './reads/read-fresh.ts';
import { refreshUnannounced } from './reads/unannounced.ts';

interface Dependencies extends MirrorParts {
  systemClock: Clock;
  log: Logger;
  alert: Alert;
  jobsAdded: () => void;
  /** Null if the provider's events are not received. */
  events: PaymentEvents | null;
  /** The same provider with calls that wait for all others. */
  backgroundPayments: PaymentsReader;
}

const refreshEveryMs = 60_000;

/** Reads of the provider's objects for features, and the work that keeps the mirror up to date. */
export function createMirror({ systemClock, log, alert, jobsAdded, events, backgroundPayments, ...parts }: Dependencies) {
  const eventWorker = new EventWorker({ ...parts, log, jobsAdded });
  const eventListeners: OnProviderEvent[] = [];
  const arrived = (): void => {
    eventWorker.poke();
    jobsAdded();
  };
  const refresh: ReadFreshCustomer = (customer) => readFreshCustomer(parts, customer);
  return {
    readFresh: createReadFresh(parts),
    refresh,
    ageOf: ageOfCustomerIn({ ...parts, systemClock }),
    receiveEvent: events && receiveEvents({ db: parts.db, clock: parts.clock, events, alert, arrived, listeners: eventListeners }),
    eventWorker,
    /** Filled by `compose.ts`. */
    eventListeners,
    /** Reads what the provider announces no change of. */
    refreshUnannounced: () => refreshUnannounced(parts),
    unannounced: new WorkLoop({
      round: async () => {
        await refreshUnannounced({ ...parts, payments: backgroundPayments });
        return 0;
      },
      everyMs: refreshEveryMs,
      onTrouble: (error) => log.warn({ err: error }, 'Locations and tax rates not read again, retrying'),
    }),
  };
}
