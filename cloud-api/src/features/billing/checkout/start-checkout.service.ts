import { startCheckout, type CheckoutForm } from '@washdesk/contracts/billing/checkout';
import { formatPlate } from '@washdesk/rules/codes/plates';
import { billingDay } from '@washdesk/rules/dates/billing-instant';
import { epochSeconds } from '@washdesk/rules/dates/dates';
import { offeredPlan, type OfferedPlan, type PlanSettings } from '@washdesk/rules/plans/offered-plan';
import { existingAccount, isSoldOnline } from '@washdesk/rules/plans/online-sign-up';
import { plateMismatch, suitsPlate } from '@washdesk/rules/plans/plan-choice';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { enqueue, jobPayload } from '../../../jobs/job.store.ts';
import { priceById } from '../../../mirror/reads/catalogue.store.ts';
import { taxRatesAt } from '../../../mirror/reads/tax-rates.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import type { Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import { hasAccount } from './checkout.store.ts';
import { onlinePrincipal } from './online-principal.ts';
import { startCheckoutKind, onlineSale, customerMetadata, subscriptionMetadata, type OnlineSale } from './online-sale.ts';

interface Options {
  db: Db;
  operations: Operations;
  clock: Clock;
  settings: () => Promise<PlanSettings>;
  /** Returns the default price if the form has none. */
  onlinePlan: () => Promise<string | null>;
  publicUrl: string;
}

type Opened = { url: string };

/** Delay of the job's first check: no customer pays faster, and a returning browser does not wait for the job. */
const firstLookSeconds = 60;
/** A payment page expires after one day; a job still pending a day later is overdue. */
const deadlineDays = 2;

/** The public sign-up up to the payment page (docs/rules/billing.md#online-sign-up). */
export class StartCheckoutService {
  readonly #options: Options;
  readonly #start: OperationKind<OnlineSale, Opened>;

  constructor(options: Options) {
    this.#options = options;
    this.#start = options.operations.define<OnlineSale, Opened>(startCheckoutKind, onlineSale, (run) => this.#execute(run));
  }

  /** @throws Failure 404 `price_not_found`, 409 `existing_account`, `plan_not_offered`, `plate_mismatch` */
  async start(form: CheckoutForm, key: string, requestId: string): Promise<Opened> {
    const request = { route: startCheckout.path, key, request: form, principal: onlinePrincipal(requestId), customer: null };
    const { body } = await this.#start.run(request, () => this.#decide(form));
    return body;
  }

  /** Returns the sale of a payment page that Washdesk opened, by its session; null for any other session. */
  async saleOf(session: string): Promise<OnlineSale | null> {
    const opened = await jobPayload(this.#options.db, 'checkout.complete', session);
    return opened && this.#start.factsOf(opened.operation);
  }

  async #decide(form: CheckoutForm): Promise<OnlineSale> {
    const { db, clock, settings, publicUrl } = this.#options;
    const plate = formatPlate(form.plate, form.plateState);
    const { plan, site } = await this.#plan(form.PlanId, plate);
    if (await hasAccount(db, form.email, plate)) throw new Failure(409, 'existing_account', existingAccount);
    const now = epochSeconds(clock.now());
    const online = `${publicUrl.replace(/\/$/, '')}/online`;
    return {
      email: form.email,
      plan: { price: plan.price, name: plan.name, amount: plan.amount, site },
      taxRates: await taxRatesAt(db, site, (await settings()).mapping),
      subscriptionMetadata: subscriptionMetadata(plan, site, now),
      customer: { phone: form.phone, address: form.address, metadata: customerMetadata(form, site) },
      successUrl: `${online}?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: online,
    };
  }

  async #plan(asked: string | undefined, plate: string): Promise<{ plan: OfferedPlan; site: number }> {
    const { db, settings, onlinePlan } = this.#options;
    const id = asked ?? (await onlinePlan());
    if (id === null) throw notSoldOnline();
    const found = await priceById(db, id);
    if (!found) throw notFound('price_not_found', 'Price not found');
    const plan = offeredPlan(found.price, found.product, await settings());
    if (!isSoldOnline(plan) || plan.site === null) throw notSoldOnline();
    if (!suitsPlate(plan, plate)) throw new Failure(409, 'plate_mismatch', plateMismatch);
    return { plan, site: plan.site };
  }

  async #execute(run: OperationRun<OnlineSale>): Promise<Outcome<Opened>> {
    const { email, plan, taxRates, customer, successUrl, cancelUrl, ...sale } = run.facts;
    const wanted = {
      price: plan.price,
      customer: { email },
      anchorDay: billingDay,
      taxRates,
      subscriptionMetadata: sale.subscriptionMetadata,
      customerMetadata: customer.metadata,
      successUrl,
      cancelUrl,
    };
    const made = () => run.payments.checkoutMadeBy(run.id, { since: run.since });
    const { id, url } = await run.do('open', (step) => run.payments.startCheckout(step, wanted), made);
    if (url === null) throw new Error(`Payment page ${id} has no URL`);
    const audit = {
      ...auditBy(run.by),
      site: plan.site,
      action: 'checkout.opened',
      subject: `checkout:${id}`,
      after: { price: plan.price },
    };
    return {
      status: 200,
      body: { url },
      within: async (tx, now) => {
        const due = { dueInSeconds: firstLookSeconds, deadlineDays, created: now };
        await enqueue(tx, {
          what: 'checkout.complete',
          key: id,
          site: null,
          customer: null,
          payload: { operation: run.id },
          by: run.by,
          ...due,
        });
        await writeAudit(tx, { ...audit, at: now });
      },
    };
  }
}

const notSoldOnline = (): Failure => new Failure(409, 'plan_not_offered', 'This plan isn’t sold online');
