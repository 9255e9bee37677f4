import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCompany } from '@washdesk/simulators/company/company';
import type { EdgeCaseKey } from '@washdesk/simulators/company/edge-cases';
import { offsetTo } from '../company-clock.fixture.ts';
import { startStripeSimulator, type StripeSimulator } from '../simulator.ts';

const now = '2026-11-21T15:30:00Z';
const company = makeCompany({ now: new Date(now), members: 60 });
let simulator: StripeSimulator;
let stripe: Stripe;

beforeAll(async () => {
  simulator = await startStripeSimulator({ company, clockOffsetMs: offsetTo(now) });
  const address = { host: '127.0.0.1', port: simulator.port, protocol: 'http' } as const;
  stripe = new Stripe('sk_test_seeded', { ...address, telemetry: false, maxNetworkRetries: 0 });
});
afterAll(() => simulator.stop());

const chargesOf = async (key: EdgeCaseKey): Promise<Stripe.Charge[]> =>
  (await stripe.charges.list({ customer: company.edgeCases[key].customer, limit: 100 })).data;

async function disputeOf(key: EdgeCaseKey): Promise<Stripe.Dispute> {
  const disputed = (await chargesOf(key)).find((charge) => charge.disputed);
  const { data } = await stripe.disputes.list({ charge: disputed?.id ?? '' });
  return data[0]!;
}

it('a sale that was given back has its refunds, and what was declined its reason', async () => {
  const charges = (await chargesOf('refunded')).filter(({ metadata }) => metadata['saleid']);
  expect(charges.map(({ status, refunded, failure_code }) => ({ status, refunded, failure_code }))).toEqual(
    expect.arrayContaining([
      { status: 'succeeded', refunded: true, failure_code: null },
      { status: 'succeeded', refunded: false, failure_code: null },
      { status: 'failed', refunded: false, failure_code: 'card_declined' },
    ]),
  );
  for (const { id, amount_refunded } of charges) {
    const { data } = await stripe.refunds.list({ charge: id });
    expect(data.reduce((sum, { amount }) => sum + amount, 0)).toBe(amount_refunded);
  }
});

it('what is left of a charge can be given back, and no more', async () => {
  const partly = (await chargesOf('refunded')).find(({ refunded, amount_refunded }) => !refunded && amount_refunded > 0)!;
  const left = partly.amount - partly.amount_refunded;
  await expect(stripe.refunds.create({ charge: partly.id, amount: left + 1 })).rejects.toThrow('greater than unrefunded amount');
  await stripe.refunds.create({ charge: partly.id, amount: left });
  expect(await stripe.charges.retrieve(partly.id)).toMatchObject({ refunded: true });
});

it('a dispute can be answered until it is, and one that is decided stays', async () => {
  const { id } = await disputeOf('disputed');
  expect(await stripe.disputes.update(id, { evidence: { uncategorized_text: 'Signed at the counter' } })).toMatchObject({
    status: 'under_review',
  });
  expect(await disputeOf('disputeReviewed')).toMatchObject({ status: 'under_review', evidence_details: { submission_count: 1 } });
  const lost = await disputeOf('disputeLost');
  expect(lost).toMatchObject({ status: 'lost', metadata: {} });
  await expect(stripe.disputes.update(lost.id, { evidence: { uncategorized_text: 'Late' } })).rejects.toThrow();
});

it('the amount of a lost dispute was collected by the charge that it names', async () => {
  const { id, amount, metadata } = await disputeOf('disputeCollected');
  expect(metadata['feescollected']).toBe('true');
  expect(await stripe.charges.retrieve(metadata['recoverycharge'] ?? '')).toMatchObject({ amount, paid: true, metadata: { dispute: id } });
});

it('one customer has three cards and Link', async () => {
  const { data } = await stripe.customers.listPaymentMethods(company.edgeCases.severalCards.customer);
  expect(data.map(({ type }) => type).toSorted()).toEqual(['card', 'card', 'card', 'link']);
});

it('every location names its tax, which stands on the bills of plans that were sold since', async () => {
  const { data: locations } = await stripe.terminal.locations.list();
  const rates = await Promise.all(locations.map(({ metadata }) => stripe.taxRates.retrieve(metadata['taxrate'] ?? '')));
  expect(rates.map(({ percentage, inclusive }) => ({ percentage, inclusive }))).toEqual(
    expect.arrayContaining([
      { percentage: 8.75, inclusive: false },
      { percentage: 7, inclusive: false },
    ]),
  );
  const lastBill = async (key: EdgeCaseKey) => (await stripe.invoices.list({ customer: company.edgeCases[key].customer })).data[0]!;
  expect(await lastBill('ordinary')).toMatchObject({ total: 2999, total_taxes: [] });
  expect(await lastBill('taxed')).toMatchObject({ subtotal: 2999, total: 3261, amount_paid: 3261, total_taxes: [{ amount: 262 }] });
});
