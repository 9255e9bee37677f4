import { isDeepStrictEqual } from 'node:util';
import { clientAs, type ApiClient, type Reply } from '@washdesk/cloud-api/testing/api-client';
import type { BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import { billOfLatestInvoice, billOf, nextBill, todaysBill, type LatestInvoice, type Bill } from './bills.ts';
import { randomDelay, monthStartOf, awayFromMonthEnd, type RandomSource } from './random-choices.ts';
import type { Lifecycle } from './run-lifecycles.ts';

/** A change with a price, previewed before it is committed. */
export interface PreviewedChange<Body> {
  name: string;
  preview(): Promise<Reply<Preview>>;
  commit(preview: Preview): Promise<Reply<Body>>;
  /** The subscription in the commit's response. */
  subscriptionIn(body: Body): Subscription | undefined;
  /** Whether it bills immediately. */
  billsNow: boolean;
}

interface Announced {
  date: number;
  bill: Bill;
  subscription: string;
}

/** A difference between an invoice and its preview, with the steps before it. */
export class LifecycleDiffers extends Error {
  override name = 'LifecycleDiffers';
}

const withoutMetadata = (name: string, value: unknown): unknown => (name === 'metadata' ? undefined : value);

/** One member, whose every bill is compared with its preview. */
export class PreviewedLifecycle {
  readonly cloud: BillingCloud;
  readonly customer: string;
  readonly random: RandomSource;
  /** Number of invoices compared with their preview. */
  billsCompared = 0;
  #person: ApiClient | null = null;
  /** Null before the sign-up. */
  subscription: Subscription | null = null;
  readonly #story: string[] = [];
  /** The next invoice, as last previewed. */
  #next: Announced | null = null;
  /** Previewed invoices whose day has passed. */
  readonly #come: Announced[] = [];

  constructor(cloud: BillingCloud, customer: string, random: RandomSource) {
    this.cloud = cloud;
    this.customer = customer;
    this.random = random;
  }

  /** The register that serves the member; a session expires long before a member's months end. */
  get person(): ApiClient {
    if (!this.#person) throw new Error('No user is signed in');
    return this.#person;
  }

  async signIn(): Promise<void> {
    this.#person = await clientAs(this.cloud, 'Admin');
  }

  get now(): number {
    return Math.floor(this.cloud.clock.now().getTime() / 1_000);
  }

  get story(): string {
    return this.#story.join('\n  ');
  }

  tell(what: string, facts: unknown): void {
    this.#story.push(`${new Date(this.now * 1_000).toISOString()} ${what} ${JSON.stringify(facts, withoutMetadata)}`);
  }

  /** Compares with the preview. @throws LifecycleDiffers */
  same(what: string, found: unknown, wanted: unknown): void {
    if (!isDeepStrictEqual(found, wanted)) {
      throw new LifecycleDiffers(`${what} is\n    ${JSON.stringify(found)}\n  but the preview was:\n    ${JSON.stringify(wanted)}`);
    }
  }

  ok<Body>(what: string, { status, body }: Reply<Body>): Body {
    this.tell(what, { status, body });
    if (status !== 200) throw new LifecycleDiffers(`${what} was rejected`);
    return body;
  }

  /** Previews, waits, commits. A commit after the month's end is rejected, because the amounts have changed. */
  async *do<Body>(change: PreviewedChange<Body>): Lifecycle {
    const preview = await this.#unchanged(change.name, async () => this.ok(`preview of ${change.name}`, await change.preview()));
    yield awayFromMonthEnd(preview.from + randomDelay(this.random));
    this.pass();
    if (this.subscription) await this.look();
    const late = monthStartOf(preview.from) !== monthStartOf(this.now);
    const reply = await change.commit(preview);
    if (late) this.#refused(change.name, reply);
    else await this.#committed(change, preview, this.ok(change.name, reply));
  }

  /** Moves the announced invoices whose day has passed to those that must exist. */
  pass(): void {
    if (!this.#next || this.#next.date > this.now) return;
    this.#come.push(this.#next);
    this.#next = null;
  }

  /** Clears the announcement if the plan ends, otherwise previews the next invoice. */
  async announce(): Promise<void> {
    const { id } = this.running();
    const asked = this.ok('the next invoice', await this.person.get<LatestInvoice>(`/invoice/${id}/latestinvoice`));
    this.#next = asked.date === null ? null : { date: asked.date, bill: billOfLatestInvoice(asked), subscription: id };
  }

  /** Reads the subscription again: a trial or a discontinued plan may have ended. */
  async look(): Promise<void> {
    const { id } = this.running();
    this.subscription = this.ok('the plan', await this.person.get<Subscription>(`/subscription/${id}`));
  }

  /** Checks that each invoice of a 1st equals its last preview. @throws LifecycleDiffers */
  async checkRenewals(): Promise<void> {
    this.pass();
    for (const { date, bill, subscription } of this.#come.splice(0)) {
      const { data } = await this.cloud.sdk.invoices.list({ subscription, limit: 100 });
      const [renewal, ...more] = data.filter(({ created, billing_reason: why }) => created === date && why === 'subscription_cycle');
      const { ended_at } = await this.cloud.sdk.subscriptions.retrieve(subscription);
      // a renewal is collected after an hour, and never for a member who was terminated before
      const status = ended_at !== null && ended_at < date + 3_600 ? 'draft' : 'paid';
      if (!renewal || more.length > 0) throw new LifecycleDiffers(`Expected one invoice at ${date}`);
      this.billsCompared += 1;
      this.same('The invoice of the 1st', { ...billOf(renewal), status: renewal.status }, { ...bill, status });
    }
  }

  /** Ends the member's billing. */
  async end(): Promise<void> {
    const { id, status } = this.subscription ?? {};
    if (!id || status === 'canceled') return;
    if (this.cloud.stripe.store.get('subscription', id)?.status !== 'canceled') await this.cloud.sdk.subscriptions.cancel(id);
  }

  running(): Subscription {
    if (!this.subscription) throw new Error('No subscription yet');
    return this.subscription;
  }

  async #committed<Body>(change: PreviewedChange<Body>, preview: Preview, body: Body): Promise<void> {
    const before = this.subscription;
    const after = change.subscriptionIn(body);
    if (!after) throw new LifecycleDiffers('The response has no subscription');
    this.subscription = after;
    const latest = after.latest_invoice?.id ?? '';
    this.same('Whether something was billed', latest !== (before?.latest_invoice?.id ?? ''), change.billsNow);
    if (change.billsNow) {
      const invoice = await this.cloud.sdk.invoices.retrieve(latest);
      this.billsCompared += 1;
      this.same(
        `What ${change.name} costs today`,
        { ...billOf(invoice), status: invoice.status },
        { ...todaysBill(preview), status: 'paid' },
      );
    } else this.same(`What ${change.name} costs today`, todaysBill(preview), { due: 0, tax: 0, lines: [] });
    await this.announce();
    const shown = nextBill(preview);
    this.same(
      'The next invoice',
      this.#next && { ...this.#next.bill, date: this.#next.date },
      shown && { ...shown, date: preview.next?.date },
    );
  }

  #refused(name: string, { status, body }: Reply<unknown>): void {
    this.tell(`${name}, too late`, { status, body });
    const { code } = body as { code?: string };
    // a discontinued plan has ended meanwhile
    const refusals = ['preview_outdated', 'mode_changed'];
    this.same('A preview of the month before', { status, refused: refusals.includes(code ?? '') }, { status: 409, refused: true });
  }

  /** Checks that a preview changes nothing at Stripe. */
  async #unchanged<T>(name: string, look: () => Promise<T>): Promise<T> {
    const before = this.#atStripe();
    const seen = await look();
    this.same(`After a preview of ${name}, what Stripe holds`, this.#atStripe(), before);
    return seen;
  }

  #atStripe() {
    const { store } = this.cloud.stripe;
    const theirs = ({ customer }: { customer: string | null }): boolean => customer === this.customer;
    return structuredClone({
      customer: store.get('customer', this.customer),
      subscriptions: store.list('subscription').filter(theirs),
      invoices: store.list('invoice').filter(theirs),
    });
  }
}
