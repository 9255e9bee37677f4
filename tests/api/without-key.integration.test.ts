import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardHandlesOf } from '@washdesk/cloud-api/testing/api-client';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import { signedIn, type Headers } from '@washdesk/cloud-api/testing/callers';
import { chargeCard, customerWith } from '@washdesk/cloud-api/testing/cards';
import { Role } from '@washdesk/rules/company/roles';

let cloud: BillingCloud;
let program: Headers;
let another: Headers;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  program = await signedIn(cloud, { roles: Role.SalesManager, kind: 'service' });
  another = await signedIn(cloud, { roles: Role.SalesManager });
});
afterAll(() => cloud.stop());

async function call(method: string, path: string, body?: object, headers = program) {
  const response = await fetch(`${cloud.url}/api${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, answer, replayed: response.headers.get('idempotent-replayed') };
}

const later = (minutes: number): Promise<void> =>
  cloud.clock.moveTo(new Date(cloud.clock.now().getTime() + minutes * 60_000).toISOString());

describe('a program that brings no Idempotency-Key', () => {
  it('charges once however often it asks within two minutes, is told so, and charges again after them', async () => {
    const charge = { amount: 1_250, description: 'Program 1' };
    const both = await Promise.all([call('POST', '/paymentintent', charge), call('POST', '/paymentintent', charge)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(both.map(({ answer }) => answer['id'])).size).toBe(1);
    expect(both.filter(({ replayed }) => replayed === 'true')).toHaveLength(1);
    await later(1);
    const again = await call('POST', '/paymentintent', charge);
    expect(again).toMatchObject({ replayed: 'true', answer: { id: both[0].answer['id'] } });
    await later(2);
    const meant = await call('POST', '/paymentintent', charge);
    expect(meant).toMatchObject({ status: 200, replayed: null });
    expect(meant.answer['id']).not.toBe(both[0].answer['id']);
  });

  it('is another than the next one, and another request is another charge', async () => {
    const charge = { amount: 1_350, description: 'Program 2' };
    const answers = [
      await call('POST', '/paymentintent', charge),
      await call('POST', '/paymentintent', charge, another),
      await call('POST', '/paymentintent', { ...charge, amount: 1_351 }),
    ];
    expect(answers.map(({ replayed }) => replayed)).toEqual([null, null, null]);
    expect(new Set(answers.map(({ answer }) => answer['id'])).size).toBe(3);
  });

  it('refunds to a card with the fields of the specification alone: its description is the note', async () => {
    const { customer, card } = await customerWith(cloud, 'pm_card_visa');
    await chargeCard(cloud, customer, 2_000);
    const fields = { amount: 500, description: 'Program 3', realName: 'Sam Fuller', employeeId: 501, terminal: 'Washcashier1' };
    const refund = () => call('POST', '/refund', { ...fields, paymentMethod: cardHandlesOf(cloud).handleOf(card ?? '') });
    expect(await refund()).toMatchObject({ status: 200, replayed: null });
    expect(await refund()).toMatchObject({ status: 200, replayed: 'true' });
    const refunds = (await cloud.sdk.refunds.list()).data.map(({ amount, metadata }) => ({ amount, note: metadata?.['note'] }));
    expect(refunds).toEqual([{ amount: 500, note: 'Program 3' }]);
  });

  it('is told of a refusal again', async () => {
    const { customer, card } = await customerWith(cloud, 'pm_card_chargeCustomerFail');
    const charge = { amount: 2_000, customerId: customer, payment_method: cardHandlesOf(cloud).handleOf(card ?? '') };
    expect(await call('POST', '/paymentintent', charge)).toMatchObject({ status: 402, replayed: null });
    expect(await call('POST', '/paymentintent', charge)).toMatchObject({ status: 402, replayed: 'true' });
    expect((await cloud.sdk.charges.list({ customer })).data).toHaveLength(1);
  });
});
