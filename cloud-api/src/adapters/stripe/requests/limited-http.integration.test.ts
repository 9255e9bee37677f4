import { beforeEach, describe, expect, it } from 'vitest';
import { until } from '@washdesk/test-support/until';
import { PaymentsUnavailable } from '../../../ports/payments.ts';
import { openTestAccount, type TestAccount } from '../account.fixture.ts';

let account: TestAccount;

beforeEach(async () => {
  account = await openTestAccount({ backgroundPerSecond: 60 });
  return () => account.stop();
});

const answersWith = (status: number): number =>
  Object.entries(account.stripe.state().requests)
    .filter(([request]) => request.endsWith(` ${status}`))
    .reduce((sum, [, count]) => sum + count, 0);

const anyPrice = () => account.company.prices[0]!.id;

describe('under the limits of live mode', () => {
  it('a crowd of calls is answered, those of people and those of the background', async () => {
    account.stripe.behave({ limits: true });
    const customers = account.company.members.filter(({ deleted }) => !deleted).map(({ id }) => id);
    const asked = customers
      .slice(0, 40)
      .flatMap((customer) => [
        account.payments.fetch('customer', customer, 'interactive'),
        account.payments.paymentMethodsOf(customer, 'background'),
      ]);
    expect(await Promise.all(asked)).toHaveLength(80);
    expect(answersWith(200)).toBe(80);
  });
});

describe('a refusal for the rate', () => {
  it('is repeated for a person three times, then told', async () => {
    account.stripe.behave({ rateLimit: true });
    await expect(account.payments.fetch('price', anyPrice(), 'interactive')).rejects.toThrow(PaymentsUnavailable);
    expect(answersWith(429)).toBe(4);
  });

  it('is waited out in the background', async () => {
    account.stripe.behave({ rateLimit: true });
    const asked = account.payments.fetch('price', anyPrice(), 'background');
    await until('the first refusal', () => answersWith(429) || null);
    account.stripe.behave({ rateLimit: false });
    expect(await asked).toMatchObject({ id: anyPrice() });
  });

  it('is repeated under the same key: what it asked for is done once', async () => {
    account.stripe.behave({ rateLimit: true });
    const asked = account.payments.createCustomer(account.step('customer'), { name: 'Patience' });
    await until('the first refusal', () => answersWith(429) || null);
    account.stripe.behave({ rateLimit: false });
    const { id } = await asked;
    const { data } = await account.outside.customers.list({ limit: 5 });
    expect(data.filter(({ name }) => name === 'Patience').map((customer) => customer.id)).toEqual([id]);
  });
});

describe('a key that is in use', () => {
  it('is awaited, and both calls get the one object', async () => {
    account.stripe.behave({ latencyMs: 200 });
    const step = account.step('customer');
    const [one, other] = await Promise.all([
      account.payments.createCustomer(step, { name: 'Twice' }),
      account.payments.createCustomer(step, { name: 'Twice' }),
    ]);
    expect(other).toEqual(one);
    expect(answersWith(409)).toBeGreaterThan(0);
  });
});
