import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { ForgedEvent, UnreadableEvent } from '../../ports/payment-events.ts';
import { stripeEvents } from './webhook.ts';

const secret = 'whsec_one';
const events = stripeEvents([secret]);

const bodyOf = (object: object, type = 'some.type'): string =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, created: 7, data: { object } });

function signed(body: string, by = secret, secondsAgo = 0): string {
  const timestamp = Math.floor(Date.now() / 1_000) - secondsAgo;
  return Stripe.webhooks.generateTestHeaderString({ payload: body, secret: by, timestamp });
}

function read(object: object, type?: string) {
  const body = bodyOf(object, type);
  return events.read(Buffer.from(body), signed(body));
}

describe('what an event is about', () => {
  it.each([
    [{ id: 'cus_1', object: 'customer' }, { kind: 'customer', id: 'cus_1' }, 'cus_1'],
    [{ id: 'sub_1', object: 'subscription', customer: 'cus_1' }, { kind: 'subscription', id: 'sub_1' }, 'cus_1'],
    [{ id: 'sub_sched_1', object: 'subscription_schedule', customer: 'cus_1' }, { kind: 'schedule', id: 'sub_sched_1' }, 'cus_1'],
    [{ id: 're_1', object: 'refund', charge: 'ch_1' }, { kind: 'refund', id: 're_1' }, null],
    [{ id: 'inpay_1', object: 'invoice_payment', invoice: 'in_1' }, { kind: 'invoice', id: 'in_1' }, null],
    [{ id: 'seti_1', object: 'setup_intent', payment_method: 'pm_1', customer: 'cus_1' }, { kind: 'payment_method', id: 'pm_1' }, 'cus_1'],
    [{ id: 'seti_1', object: 'setup_intent', payment_method: null, customer: 'cus_1' }, null, 'cus_1'],
    [
      { id: 'cs_1', object: 'checkout.session', subscription: { id: 'sub_1' }, customer: { id: 'cus_1' } },
      { kind: 'subscription', id: 'sub_1' },
      'cus_1',
    ],
    [{ id: 'cs_1', object: 'checkout.session', subscription: null, customer: 'cus_1' }, { kind: 'customer', id: 'cus_1' }, 'cus_1'],
    [{ id: 'di_1', object: 'discount', subscription: 'sub_1', customer: 'cus_1' }, { kind: 'subscription', id: 'sub_1' }, 'cus_1'],
    [{ id: 'di_1', object: 'discount', subscription: null, customer: 'cus_1' }, { kind: 'customer', id: 'cus_1' }, 'cus_1'],
    [{ id: 'tmr_1', object: 'terminal.reader' }, null, null],
    [{ object: 'balance' }, null, null],
  ])('%o', (object, about, customer) => {
    expect(read(object)).toMatchObject({ id: 'evt_1', type: 'some.type', created: 7, about, customer, alarm: null, known: about !== null });
  });
});

describe('an event that asks a person to act', () => {
  it.each([
    [
      'radar.early_fraud_warning.created',
      { id: 'issfr_1', object: 'radar.early_fraud_warning', charge: 'ch_1', fraud_type: 'made_with_stolen_card', actionable: true },
      { about: 'fraud-warning', id: 'ch_1', detail: 'made with stolen card', settled: false },
    ],
    [
      'radar.early_fraud_warning.created',
      { id: 'issfr_1', object: 'radar.early_fraud_warning', charge: { id: 'ch_1' }, actionable: false },
      { about: 'fraud-warning', id: 'ch_1', detail: null, settled: true },
    ],
    [
      'review.opened',
      { id: 'prv_1', object: 'review', charge: 'ch_1', reason: 'rule' },
      { about: 'review-opened', id: 'ch_1', detail: 'rule', settled: false },
    ],
    [
      'payout.failed',
      { id: 'po_1', object: 'payout', amount: 123_456, failure_code: 'account_closed' },
      { about: 'payout-failed', id: 'po_1', detail: '$1,234.56: account closed', settled: false },
    ],
    [
      'invoice.finalization_failed',
      { id: 'in_1', object: 'invoice', last_finalization_error: { message: 'No tax location.' } },
      { about: 'invoice-not-finalized', id: 'in_1', detail: 'No tax location.', settled: false },
    ],
    ['review.opened', { id: 'prv_1', object: 'review', charge: null, reason: 7 }, null],
  ])('%s', (type, object, alarm) => {
    expect(read(object, type)).toMatchObject({ alarm, known: true });
  });

  it.each([
    ['payout.paid', true],
    ['payout.garnished', false],
    ['invoiceitem.created', true],
    ['radar.rule.matched', false],
    ['wallet.emptied', false],
  ])('%s is known: %s', (type, known) => {
    expect(read({ id: 'x_1', object: 'x' }, type)).toMatchObject({ alarm: null, known });
  });
});

describe('an event of the public sign-up', () => {
  it.each(['checkout.session.completed', 'checkout.session.expired'])('%s names the payment page that ended', (type) => {
    expect(read({ id: 'cs_1', object: 'checkout.session' }, type)).toMatchObject({ checkout: 'cs_1', declined: null, known: true });
  });

  it('charge.failed names the declined card, with what is missing as null', () => {
    const card = { fingerprint: 'fp_1' };
    const charge = { id: 'ch_1', object: 'charge', billing_details: { email: 'a@b.test' }, payment_method_details: { card } };
    expect(read(charge, 'charge.failed')).toMatchObject({ declined: { charge: 'ch_1', email: 'a@b.test', fingerprint: 'fp_1' } });
    const other = { id: 'ch_2', object: 'charge', billing_details: 7, payment_method_details: null };
    expect(read(other, 'charge.failed')).toMatchObject({ declined: { charge: 'ch_2', email: null, fingerprint: null } });
    expect(read(charge, 'charge.succeeded')).toMatchObject({ declined: null, checkout: null });
  });
});

describe('a signature', () => {
  const body = bodyOf({ id: 'cus_1', object: 'customer' });

  it.each([
    ['another secret', body, signed(body, 'whsec_other')],
    ['another body', body.replace('cus_1', 'cus_2'), signed(body)],
    ['one of yesterday', body, signed(body, secret, 86_400)],
    ['one that is over 300 s ahead', body, signed(body, secret, -310)],
    ['a signature over 300 s ahead after an unsigned timestamp', body, `t=${Math.floor(Date.now() / 1_000)},${signed(body, secret, -310)}`],
    ['none', body, ''],
    ['something else', body, 't=now,v1=00'],
  ])('%s is refused', (_name, sent, signature) => {
    expect(() => events.read(Buffer.from(sent), signature)).toThrow(ForgedEvent);
  });

  it('of either secret is good while the secret is being changed', () => {
    const rotating = stripeEvents(['whsec_next', secret]);
    for (const one of ['whsec_next', secret]) expect(rotating.read(Buffer.from(body), signed(body, one))).toMatchObject({ id: 'evt_1' });
  });
});

describe('a signed event', () => {
  const readBytes = (body: string) => events.read(Buffer.from(body), signed(body));

  it.each(['', 'null and void', '{"id":"evt_1"', 'id=evt_1'])('that is not JSON is told apart: %j', (body) => {
    expect(() => readBytes(body)).toThrow(UnreadableEvent);
  });

  it.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['one without an object', '{"id":"evt_1","type":"some.type","created":7,"data":{}}'],
    ['one of an object whose id holds a NUL', bodyOf({ id: 'cus_\u0000', object: 'customer' })],
    ['one of a customer that is no id', bodyOf({ id: 'ch_1', object: 'charge', customer: { id: 7 } })],
    ['one whose own id holds a NUL', bodyOf({ object: 'balance' }).replace('evt_1', 'evt_\\u0000')],
  ])('that is not understood says why: %s', (_name, body) => {
    expect(readBytes(body)).toEqual({ unknown: expect.any(String) });
  });
});
