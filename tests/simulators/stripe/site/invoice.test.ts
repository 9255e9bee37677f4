import { describe, expect, it } from 'vitest';
import { company, startStandIn } from '../stand-in.fixture.ts';

const customer = company.edgeCases.noPlan.customer;

describe('the page of an invoice', () => {
  it('says what was billed, the tax and that it is paid', async () => {
    const { stripe } = await startStandIn();
    const rate = await stripe.taxRates.create({ display_name: 'Sales tax', percentage: 6.25, inclusive: false });
    await stripe.invoiceItems.create({ customer, amount: 1_600, currency: 'usd', description: 'Mats <shampooed>', tax_rates: [rate.id] });
    const draft = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include', auto_advance: false });
    expect(draft.hosted_invoice_url).toBeNull();
    const open = await stripe.invoices.finalizeInvoice(draft.id);
    const text = async (): Promise<string> => (await fetch(open.hosted_invoice_url!)).text();
    const unpaid = await text();
    for (const part of [open.number!, 'Amount due', 'Mats &lt;shampooed&gt;', 'Sales tax (6.25%)', '$16.00', '$1.00', '$17.00', 'open']) {
      expect(unpaid).toContain(part);
    }
    const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    await stripe.invoices.pay(open.id, { payment_method: card });
    expect(await text()).toContain('Amount paid');
    expect((await fetch(open.invoice_pdf!)).status).toBe(200);
  });

  it('is not there for a draft', async () => {
    const { stripe, simulator } = await startStandIn();
    const draft = await stripe.invoices.create({ customer, auto_advance: false });
    expect((await fetch(`http://127.0.0.1:${simulator.port}/invoices/${draft.id}`)).status).toBe(404);
  });
});
