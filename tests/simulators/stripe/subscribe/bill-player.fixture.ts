import type { Stripe } from 'stripe';
import type { WorkedBill } from '../billing/bills/worked-bill.ts';
import { at } from '../billing/bills/worked-bill.ts';
import type { BillingEvent, Create, SetSchedule, Update } from '../billing/events.ts';
import type { ItemChange } from '../billing/model.ts';
import { frozenStripe, type FrozenStripe } from '../frozen-stripe.ts';
import { idOf } from '../stand-in.fixture.ts';
import { BillCatalogue } from './bill-catalogue.ts';

/** Plays a worked bill through the API, one call per event, and reads the results. */
export class BillPlayer {
  readonly #sandbox: FrozenStripe;
  readonly #catalogue: BillCatalogue;
  readonly #worked: WorkedBill;
  #customer = '';
  #cards = { good: '', declined: '' };
  #subscription = '';

  static async begin(worked: WorkedBill): Promise<BillPlayer> {
    const [first = worked.event] = worked.history ?? [];
    const player = new BillPlayer(worked, await frozenStripe({ at: first.at }));
    await player.#prepare(first);
    return player;
  }

  private constructor(worked: WorkedBill, sandbox: FrozenStripe) {
    this.#worked = worked;
    this.#sandbox = sandbox;
    this.#catalogue = new BillCatalogue(sandbox.stripe);
  }

  get #stripe(): Stripe {
    return this.#sandbox.stripe;
  }

  async #prepare(first: BillingEvent): Promise<void> {
    const { balance, taxExempt } = (first.type === 'create' && first.customer) || { balance: 0, taxExempt: false };
    const customer = await this.#stripe.customers.create({ name: 'Worked Bill', tax_exempt: taxExempt ? 'exempt' : 'none' });
    this.#customer = customer.id;
    const stored = this.#sandbox.store.get('customer', customer.id);
    // credit of an earlier subscription, which is not part of the bill
    if (stored) this.#sandbox.store.put({ ...stored, balance });
    const attached = async (token: string) => (await this.#stripe.paymentMethods.attach(token, { customer: customer.id })).id;
    this.#cards = { good: await attached('pm_card_visa'), declined: await attached('pm_card_chargeCustomerFail') };
  }

  /** Moves the clock; meanwhile the card declines between the bill's times. */
  async moveTo(moment: number): Promise<void> {
    for (const boundary of (this.#worked.declines ?? []).map((each) => at(each) - 1)) {
      if (boundary < this.#sandbox.sandbox.now() || boundary >= moment) continue;
      this.#sandbox.sandbox.moveClock(boundary);
      if (this.#subscription) await this.#useCard(boundary + 1);
    }
    this.#sandbox.sandbox.moveClock(moment);
  }

  async #useCard(from: number): Promise<void> {
    const subscription = await this.#stripe.subscriptions.retrieve(this.#subscription);
    if (subscription.status !== 'canceled')
      await this.#stripe.subscriptions.update(subscription.id, { default_payment_method: this.#cardAt(from) });
  }

  #cardAt(moment: number): string {
    const [from, until] = this.#worked.declines ?? [];
    const declines = from !== undefined && until !== undefined && moment >= at(from) && moment < at(until);
    return declines ? this.#cards.declined : this.#cards.good;
  }

  /** Plays one event at its time. */
  async play(event: BillingEvent): Promise<void> {
    await this.moveTo(event.at);
    switch (event.type) {
      case 'create':
        this.#subscription = (await this.#stripe.subscriptions.create(await this.#creation(event))).id;
        return;
      case 'update':
        await this.#stripe.subscriptions.update(this.#subscription, await this.#change(event));
        return;
      case 'schedule':
        return this.#schedule(event);
      case 'release_schedule': {
        const { schedule } = await this.#stripe.subscriptions.retrieve(this.#subscription);
        await this.#stripe.subscriptionSchedules.release(idOf(schedule));
        return;
      }
      case 'payment': {
        const invoices = await this.invoices();
        await this.#stripe.invoices.pay(invoices.at(-event.invoice)?.id ?? '', { payment_method: this.#cards.good });
        return;
      }
      case 'cancel':
        await this.#stripe.subscriptions.cancel(this.#subscription, { prorate: event.prorate, invoice_now: event.invoiceNow });
        return;
      case 'due':
        return;
      case 'write_off':
        throw new Error('Unsupported event: worked bills write nothing off');
    }
  }

  /** Newest first. */
  async invoices(): Promise<Stripe.Invoice[]> {
    if (!this.#subscription) return [];
    return (await this.#stripe.invoices.list({ subscription: this.#subscription, limit: 100 })).data;
  }

  /** Previews the invoice of the event; null if Stripe reports that there is none. */
  async preview(event: BillingEvent): Promise<Stripe.Invoice | null> {
    try {
      return await this.#stripe.invoices.createPreview(await this.#previewed(event));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'invoice_upcoming_none') return null;
      throw error;
    }
  }

  async state() {
    const subscription = await this.#stripe.subscriptions.retrieve(this.#subscription);
    const customer = await this.#stripe.customers.retrieve(this.#customer);
    const outstanding = (await this.invoices())
      .filter(({ status }) => status === 'open' || status === 'uncollectible')
      .reduce((sum, { amount_remaining }) => sum + amount_remaining, 0);
    const balance = customer.deleted ? 0 : customer.balance;
    return { status: subscription.status, balance, outstanding, periodEnd: subscription.items.data[0]?.current_period_end };
  }

  async #previewed(event: BillingEvent): Promise<Stripe.InvoiceCreatePreviewParams> {
    const subscription = this.#subscription;
    if (event.type === 'create') return this.#previewedCreation(event);
    if (event.type === 'update') return { subscription, subscription_details: await this.#change(event) };
    if (event.type === 'cancel') {
      return { subscription, subscription_details: { cancel_now: true, proration_behavior: event.prorate ? 'create_prorations' : 'none' } };
    }
    return { subscription };
  }

  async #previewedCreation(event: Create): Promise<Stripe.InvoiceCreatePreviewParams> {
    const { items, default_tax_rates, proration_behavior, trial_end } = await this.#creation(event);
    const product = await this.#catalogue.product('Last month');
    return {
      customer: this.#customer,
      subscription_details: {
        items: items ?? [],
        default_tax_rates: default_tax_rates ?? [],
        ...(proration_behavior ? { proration_behavior } : {}),
        ...(trial_end ? { trial_end } : {}),
        ...(event.backdateStartDate ? { start_date: event.backdateStartDate } : {}),
        ...(event.anchor ? { billing_cycle_anchor: { type: 'timestamp', timestamp: event.anchor } } : {}),
      },
      invoice_items: (event.addInvoiceItems ?? []).map(({ amount, period }) => ({
        price_data: { currency: 'usd', product, unit_amount: amount },
        ...(period && { period }),
      })),
    };
  }

  async #creation(event: Create): Promise<Stripe.SubscriptionCreateParams> {
    const product = await this.#catalogue.product('Last month');
    const items = [];
    for (const { price, quantity } of event.items) items.push({ price: await this.#catalogue.price(price), quantity });
    return {
      customer: this.#customer,
      default_payment_method: this.#cardAt(event.at),
      items,
      default_tax_rates: await this.#catalogue.taxRates(event.taxRates ?? []),
      off_session: true,
      ...(event.anchor ? { billing_cycle_anchor: event.anchor } : {}),
      ...(event.trialEnd ? { trial_end: event.trialEnd } : {}),
      ...(event.backdateStartDate ? { backdate_start_date: event.backdateStartDate } : {}),
      ...(event.prorationBehavior ? { proration_behavior: event.prorationBehavior } : {}),
      add_invoice_items: (event.addInvoiceItems ?? []).map(({ amount, period }) => ({
        price_data: { currency: 'usd', product, unit_amount: amount },
        ...(period && {
          period: { start: { type: 'timestamp', timestamp: period.start }, end: { type: 'timestamp', timestamp: period.end } },
        }),
      })),
    };
  }

  async #change(event: Update) {
    return {
      ...(event.items ? { items: await this.#items(event.items) } : {}),
      ...(event.prorationBehavior ? { proration_behavior: event.prorationBehavior } : {}),
      ...(event.prorationDate ? { proration_date: event.prorationDate } : {}),
      ...(event.taxRates ? { default_tax_rates: await this.#catalogue.taxRates(event.taxRates) } : {}),
      ...(event.cancelAtPeriodEnd === undefined ? {} : { cancel_at_period_end: event.cancelAtPeriodEnd }),
    };
  }

  /** All worked bills have one item. */
  async #items(changes: readonly ItemChange[]) {
    const id = (await this.#stripe.subscriptions.retrieve(this.#subscription)).items.data[0]?.id ?? '';
    const items = [];
    for (const change of changes)
      if ('price' in change) items.push({ id, price: await this.#catalogue.price(change.price), quantity: change.quantity });
    return items;
  }

  async #schedule({ phases, releasesAt }: SetSchedule): Promise<void> {
    const { id, phases: present } = await this.#stripe.subscriptionSchedules.create({ from_subscription: this.#subscription });
    const [current] = present;
    const wanted = [{ items: itemsOf(current), start_date: current?.start_date, proration_behavior: 'none' as const }];
    for (const { start, items, prorationBehavior } of phases) {
      const [change] = items;
      const price = change && 'price' in change ? await this.#catalogue.price(change.price) : '';
      wanted.push({ items: [{ price, quantity: 1 }], start_date: start, proration_behavior: prorationBehavior as 'none' });
    }
    const last = { ...wanted[wanted.length - 1], items: wanted.at(-1)?.items ?? [], end_date: releasesAt };
    await this.#stripe.subscriptionSchedules.update(id, { end_behavior: 'release', phases: [...wanted.slice(0, -1), last] });
  }
}

function itemsOf(phase: Stripe.SubscriptionSchedule.Phase | undefined): { price: string; quantity: number }[] {
  return (phase?.items ?? []).map(({ price, quantity }) => ({
    price: idOf(price),
    quantity: quantity ?? 1,
  }));
}
