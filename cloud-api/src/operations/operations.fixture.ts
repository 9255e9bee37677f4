import pino from 'pino';
import type { Principal } from '../common/caller.ts';
import type { Payments } from '../ports/payments.ts';
import { defaultSettings } from '../testing/default-settings.ts';
import type { OperationRequest, Outcome } from './operation.ts';
import { Operations } from './operations.ts';

type Parts = ConstructorParameters<typeof Operations>[0];

/** Two cashiers of one site. */
export const cashier: Principal = {
  kind: 'staff',
  id: '101',
  employee: 101,
  name: 'Sam Fuller',
  roles: 1,
  session: 'session-1',
  site: 12,
  locationId: 'tml_Joliet00000012',
  terminal: 'Washcashier1',
  device: '019aa000-0000-7000-8000-0000000000d1',
  requestId: 'request',
};
export const secondCashier: Principal = { ...cashier, id: '102', employee: 102, name: 'Kim Lee', session: 'session-2' };

/** The default time of `testOperations`. */
export const testTime = new Date('2026-11-21T15:00:00Z');

export const testOperations = (parts: Pick<Parts, 'db'> & Partial<Parts>): Operations =>
  new Operations({
    payments: {} as Payments,
    backgroundPayments: {} as Payments,
    clock: { now: () => testTime },
    log: pino({ level: 'silent' }),
    settings: defaultSettings,
    recoverySeconds: 60,
    jobsAdded: () => undefined,
    ...parts,
  });

let keys = 0;

/** A request of Sam under a new key. */
export const testRequest = (more: Partial<OperationRequest> = {}): OperationRequest => ({
  route: '/thing',
  key: `key-of-a-test-${(keys += 1)}`,
  request: { amount: 100 },
  principal: cashier,
  customer: null,
  ...more,
});

export const done = (body: Record<string, unknown> = {}): Promise<Outcome> => Promise.resolve({ status: 200, body });
