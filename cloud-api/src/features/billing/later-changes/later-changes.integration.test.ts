import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Job } from '@washdesk/contracts/system/job';
import { until } from '@washdesk/test-support/until';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { chargeCard, customerWith } from '../../../testing/cards.ts';
import { defaultSettings } from '../../../testing/default-settings.ts';
import { ok } from '../../../testing/member-views.ts';
import { ReceiptsService } from '../receipts/receipts.service.ts';

let cloud: BillingCloud;
let manager: ApiClient;
let admin: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-10T10:00:00Z' });
  manager = await clientAs(cloud, 'SalesManager');
  admin = await clientAs(cloud, 'Admin');
});
afterAll(() => cloud.stop());

const later = (seconds: number) => cloud.clock.moveTo(new Date(cloud.clock.now().getTime() + seconds * 1_000).toISOString());
const notesOf = (customer: string) =>
  cloud.database.db.selectFrom('note').select(['note', 'attention', 'agent']).where('customer', '=', customer).orderBy('id').execute();

const jobsAt = async (state: string) =>
  (await ok(admin.get<{ results: Job[] }>(`/jobs?state=${state}`))).results.filter(({ what }) => what === 'payment.changed-later');

/** Returns what the provider's event about this customer wrote, after its job has run. */
async function told(customer: string, words: string) {
  await cloud.settled();
  const note = await until(`a note says ${words}`, async () => (await notesOf(customer)).find((one) => one.note.includes(words)) ?? null);
  await until('its job has run', async () => ((await jobsAt('pending')).some((job) => job.customer === customer) ? null : true));
  return { note, jobs: (await jobsAt('failed')).filter((job) => job.customer === customer) };
}

const member = async (card = 'pm_card_visa') => {
  const { customer, card: method } = await cloud.member({ card });
  return { customer, card: method };
};

describe('a refund that fails later', () => {
  it('is told to the customer’s next cashier and to a person, and its receipt says what was really given back', async () => {
    const { customer } = await member('pm_card_refundFail');
    const charge = await chargeCard(cloud, customer, 2_999);
    const { id: refund } = await ok(manager.post<{ id: string }>(`/refund/${charge}`, { amount: 1_234, notes: 'Wet seats' }));
    await later(61);
    const { note, jobs } = await told(customer, 'failed');
    expect(note).toMatchObject({ attention: true, agent: 'Stripe' });
    expect(note.note).toBe(
      `Refund [${refund}] of $12.34 failed (expired_or_canceled_card). The money is back in our account. Refund it another way`,
    );
    expect(jobs).toMatchObject([{ state: 'failed', reason: note.note, title: 'Review a later change from Stripe' }]);
    const receipt = await new ReceiptsService(cloud.database.db, defaultSettings).show(refund, undefined, 'text');
    expect(receipt.replaceAll(/\s+/g, ' ')).toContain('Refunded $0.00 Failed $12.34');
    const { body } = await manager.get<{ charges: { amount_refunded: number }[] }>(`/customer/${customer}/charges`);
    expect(body.charges[0]?.amount_refunded).toBe(0);
    const audits = await cloud.database.db
      .selectFrom('whole_audit')
      .select(['actor', 'action'])
      .where('subject', '=', `refund:${refund}`)
      .execute();
    expect(audits).toEqual([{ actor: 'stripe', action: 'refund.failed' }]);
    // an admin retries the job: nothing is written twice
    await ok(admin.post(`/jobs/${jobs[0]?.id}/retry`));
    await until('it has failed again', async () => ((await told(customer, 'failed')).jobs[0]?.state === 'failed' ? true : null));
    expect((await notesOf(customer)).filter((one) => one.note.includes('failed'))).toHaveLength(1);
    await ok(admin.post(`/jobs/${jobs[0]?.id}/dismiss`, { reason: 'Paid in cash' }));
  });

  it('of a register’s sale without a customer is a job that needs review', async () => {
    const charge = cloud.stripe.store.list('charge')[0]!;
    cloud.stripe.store.put({ ...charge, id: 'ch_of_nobody', customer: null });
    const { id } = await cloud.sdk.refunds.create({ charge: 'ch_of_nobody', amount: 500 });
    await later(61);
    await cloud.settled();
    const job = await until('a job', async () => (await jobsAt('failed')).find(({ reason }) => reason?.includes(id)) ?? null);
    expect(job).toMatchObject({ customer: null, state: 'failed' });
  });
});

describe('a dispute', () => {
  it('that is opened is told at once, with the day until which evidence is taken', async () => {
    const { customer } = await member('pm_card_createDispute');
    await chargeCard(cloud, customer, 2_999);
    const { note, jobs } = await told(customer, 'Dispute');
    expect(note).toMatchObject({
      note: expect.stringMatching(/^Dispute of \$29\.99 opened \(fraudulent\); evidence due by 2026-/),
      attention: true,
    });
    expect(jobs).toHaveLength(1);
  });
});

/** Sends an event as Stripe does. */
async function send(type: string, object: object): Promise<number> {
  const payload = JSON.stringify({
    id: `evt_${type}_${Math.random()}`.replaceAll('.', '_'),
    object: 'event',
    type,
    created: 7,
    data: { object },
  });
  const secret = cloud.settings['WASHDESK_STRIPE_WEBHOOK_SECRET'] ?? '';
  const headers = { 'Stripe-Signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }), 'Content-Type': 'application/json' };
  return (await fetch(`${cloud.url}/api/webhook/stripe`, { method: 'POST', headers, body: payload })).status;
}

describe('an event that asks a person to act', () => {
  it('of a charge that the bank reports as fraud is a note, an alert and a job of its customer', async () => {
    const { customer } = await member('pm_card_createIssuerFraudRecord');
    await chargeCard(cloud, customer, 1_500);
    const { note, jobs } = await told(customer, 'fraud');
    expect(note).toMatchObject({
      note: 'The bank reports the payment of $15.00 as fraud (made with stolen card). Refund it before it becomes a dispute, and check the customer’s other payments',
      attention: true,
    });
    expect(jobs).toMatchObject([{ customer, state: 'failed', reason: note.note }]);
  });

  it('of a review comes before its charge is known', async () => {
    const { customer } = await member();
    const charge = await chargeCard(cloud, customer, 2_000);
    await cloud.settled();
    const row = await cloud.database.db.deleteFrom('mirror_charge').where('id', '=', charge).returningAll().executeTakeFirstOrThrow();
    expect(await send('review.opened', { id: 'prv_1', object: 'review', charge, reason: 'rule' })).toBe(200);
    await until('it waits', async () => ((await jobsAt('pending')).some(({ reason }) => reason?.includes('isn’t read yet')) ? true : null));
    await cloud.database.db
      .insertInto('mirror_charge')
      .values({ ...row, object: JSON.stringify(row.object) })
      .execute();
    const { note } = await told(customer, 'review');
    expect(note).toMatchObject({
      note: 'Stripe holds the payment of $20.00 for review (rule). Approve or refund it in Stripe',
      attention: true,
    });
  });

  it('of a payout is a job of no customer', async () => {
    expect(await send('payout.failed', { id: 'po_1', object: 'payout', amount: 123_456, failure_message: 'Account closed' })).toBe(200);
    const job = await until('a job', async () => (await jobsAt('failed')).find(({ reason }) => reason?.includes('payout')) ?? null);
    expect(job).toMatchObject({
      customer: null,
      reason: 'A payout to the bank failed ($1,234.56: Account closed). Check the bank account in Stripe',
    });
  });

  it('of a dispute that was decided is a note', async () => {
    const { customer } = await member('pm_card_createDispute');
    await chargeCard(cloud, customer, 2_999);
    await told(customer, 'Dispute of');
    const dispute = cloud.stripe.store
      .list('dispute')
      .find(({ charge }) => cloud.stripe.store.get('charge', charge)?.customer === customer)!;
    cloud.stripe.store.put({ ...dispute, status: 'won' });
    cloud.stripe.sandbox.emit('charge.dispute.closed', dispute.id);
    expect(await told(customer, 'was won')).toMatchObject({
      note: { note: 'The dispute of $29.99 was won', attention: false },
      jobs: [{}],
    });
  });
});

describe('a charge', () => {
  it('that fails after it had succeeded is told', async () => {
    const { customer } = await member();
    const id = await chargeCard(cloud, customer, 1_500);
    const charge = cloud.stripe.store.get('charge', id)!;
    cloud.stripe.store.put({ ...charge, status: 'failed', paid: false, failure_message: 'The bank took it back.' });
    await cloud.sdk.charges.update(id, { metadata: { seen: '1' } });
    const { note, jobs } = await told(customer, 'failed');
    expect(note).toMatchObject({ note: `The payment of $15.00 failed after it succeeded: The bank took it back.`, attention: true });
    expect(jobs).toHaveLength(1);
  });
});

describe('a charge that the bank took its time with', () => {
  it('and then refused is told', async () => {
    const { customer } = await member();
    const id = await chargeCard(cloud, customer, 2_500);
    const charge = cloud.stripe.store.get('charge', id)!;
    cloud.stripe.store.put({ ...charge, status: 'pending', paid: false });
    await cloud.sdk.charges.update(id, { metadata: { seen: '1' } });
    await cloud.settled();
    expect((await notesOf(customer)).filter((one) => one.note.includes('failed'))).toEqual([]);
    cloud.stripe.store.put({ ...charge, status: 'failed', paid: false, failure_message: 'Insufficient funds.' });
    await cloud.sdk.charges.update(id, { metadata: { seen: '2' } });
    const { note, jobs } = await told(customer, 'failed');
    expect(note).toMatchObject({ note: 'The payment of $25.00 that was pending failed: Insufficient funds.', attention: true });
    expect(jobs).toMatchObject([{ state: 'failed', reason: note.note }]);
    const audits = await cloud.database.db
      .selectFrom('whole_audit')
      .selectAll()
      .where('subject', '=', `charge:${id}`)
      .orderBy('id')
      .execute();
    expect(audits).toMatchObject([{ action: 'charge.failed', request_id: expect.stringMatching(/^webhook:evt_/) as string }]);
  });
});

describe('a card', () => {
  it('that its bank takes away from a running plan needs a person; one that pays nothing is a note alone', async () => {
    const { customer, card } = await member();
    await ok(manager.post<Subscription>('/subscription', { customer, PlanId: 'price_SuperKiss_12' }));
    const spare = await cloud.card(customer);
    await cloud.sdk.paymentMethods.detach(spare);
    expect(await told(customer, '4444')).toMatchObject({
      note: { note: 'The card Mastercard ending in 4444 was removed at Stripe', attention: false },
      jobs: [],
    });
    await cloud.sdk.paymentMethods.detach(card);
    expect(await told(customer, '4242')).toMatchObject({
      note: { note: 'The card Visa ending in 4242 was removed at Stripe. The plan has no card now. Capture one', attention: true },
      jobs: [{ state: 'failed' }],
    });
  });

  it('that was deleted here is not sent to other systems', async () => {
    const { customer, card } = await customerWith(cloud, 'pm_card_visa');
    await ok(manager.delete(`/paymentmethods/${card}?customerId=${customer}`));
    await cloud.settled();
    const rows = await cloud.database.db
      .selectFrom('job')
      .select('id')
      .where('what', '=', 'payment.changed-later')
      .where('customer', '=', customer)
      .execute();
    expect(rows).toEqual([]);
  });

  it('that its bank replaced is shown as it is, with a note', async () => {
    const { customer, card } = await member();
    const method = cloud.stripe.store.get('payment_method', card)!;
    if (method.type !== 'card') throw new Error('not a card');
    cloud.stripe.store.put({ ...method, card: { ...method.card, last4: '1881', exp_month: 4, exp_year: 2031 } });
    await cloud.sdk.paymentMethods.update(card, { metadata: { updated: 'automatically' } });
    const { note, jobs } = await told(customer, '1881');
    expect(note).toMatchObject({
      note: 'The card Visa ending in 4242 was replaced by its bank. It now ends in 1881 and expires 4/2031',
      attention: false,
    });
    expect(jobs).toEqual([]);
  });
});
