import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import type { Connections } from './requests/connect.ts';
import { schedules } from './schedules.ts';

const step = { operation: 'operation-1', step: 'increase', attempt: 1 };
const wanted = { subscription: 'sub_1', price: 'price_later', startsAt: 1_796_119_200, metadata: {} };
const phase = { items: [{ price: 'price_now', quantity: 1 }], start_date: 1_793_527_200, end_date: 1_796_119_200 };

/** The failure that Stripe repeats forever under the same key. */
const keptFailure = new Stripe.errors.StripeAPIError({
  type: 'api_error',
  message: 'An unknown error occurred',
  headers: { 'idempotent-replayed': 'true' },
});

/** Stripe that fails at the second call of an increase. */
function failingStripe(metadata: Record<string, string>) {
  const released: string[] = [];
  const schedule = { id: 'sub_sched_1', status: 'active', phases: [phase], current_phase: phase, metadata };
  const subscriptionSchedules = {
    create: () => Promise.resolve({ ...schedule, metadata: {} }),
    update: () => Promise.reject(keptFailure),
    retrieve: () => Promise.resolve(schedule),
    release: (id: string) => {
      released.push(id);
      return Promise.resolve({ ...schedule, status: 'released' });
    },
  };
  const connections = { interactive: { subscriptionSchedules } } as unknown as Connections;
  return { released, increase: () => schedules(connections).scheduleIncrease(step, wanted) };
}

describe('an increase whose phases Stripe keeps failing to take', () => {
  it('leaves no schedule of one phase on the subscription, so that another attempt can begin', async () => {
    const { released, increase } = failingStripe({});
    await expect(increase()).rejects.toMatchObject({ kept: true });
    expect(released).toEqual(['sub_sched_1']);
  });

  it('is there all the same where the failure came after it was made', async () => {
    const { released, increase } = failingStripe({ operation: step.operation });
    expect(await increase()).toMatchObject({ id: 'sub_sched_1', status: 'active' });
    expect(released).toEqual([]);
  });
});
