import { z } from 'zod';
import { checkoutState, type CheckoutResult } from '@washdesk/contracts/billing/checkout';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { auditBy, writeAudit } from '../../../../audit/audit.ts';
import type { Alert } from '../../../../common/alert.ts';
import { notFound } from '../../../../common/failure.ts';
import type { Db, Tx } from '../../../../db/pool.ts';
import { writeOnlineSignUpDocuments } from '../../../../documents/plan-documents.ts';
import { raiseAlert } from '../../../../jobs/alert.store.ts';
import { claimCodes } from '../../../../mirror/projection/claims.store.ts';
import type { OperationRun } from '../../../../operations/operation-run.ts';
import { exclusiveOfCustomer, type Outcome } from '../../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../../operations/operations.ts';
import { withProviderFailures } from '../../../../operations/provider-failures.ts';
import { readFirstInvoice, readPayment } from '../../../../operations/read-payment.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { customerFields, type Checkout, type Payments } from '../../../../ports/payments.ts';
import { placeOf } from './checkout.store.ts';
import { endPage, hasOtherHolder, isPageOpenSince } from './online-page.store.ts';
import { onlinePrincipal } from './online-principal.ts';
import { lackingFields, onlineSale, type OnlineSale } from './online-sale.ts';

const completeFacts = z.object({
  session: z.string(),
  site: z.number(),
  customer: z.string(),
  subscription: z.string(),
  /** The card entered on Stripe's page, which makes it the default of the subscription only. */
  card: z.string().nullable(),
  /** Fields written to the customer, including the default card. */
  fields: customerFields,
  terms: onlineSale.shape.terms,
});
type CompleteFacts = z.infer<typeof completeFacts>;

interface Completed {
  customer: string;
  name: string | null;
}

interface Settled {
  sale: OnlineSale;
  checkout: Checkout;
  /** Null until the page is paid. */
  completed: Completed | null;
}

interface PaidPage {
  customer: string;
  email: string | null;
  subscription: string;
}

/** How long a result says who signed up, after the page has ended. */
const shownMs = 3_600_000;

interface Options {
  db: Db;
  clock: Clock;
  alert: Alert;
  operations: Operations;
  payments: Payments;
  /** Returns the sale of a payment page that Washdesk opened, by its session. */
  saleOf: (session: string) => Promise<OnlineSale | null>;
  /** Returns a monthly amount with the site's tax. */
  totalAt: (site: number, amount: number) => Promise<number>;
}

/**
 * Completes the public sign-up after the payment page (docs/rules/billing.md#online-sign-up). The page creates a customer with only what
 * was entered there. Plate, car, phone, address and default card are added here once, by the returning browser or the worker, whichever is
 * first.
 */
export class CompleteCheckoutService {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #alert: Alert;
  readonly #payments: Payments;
  readonly #saleOf: Options['saleOf'];
  readonly #totalAt: Options['totalAt'];
  readonly #complete: OperationKind<CompleteFacts, Completed>;

  constructor({ db, clock, alert, operations, payments, saleOf, totalAt }: Options) {
    this.#clock = clock;
    this.#alert = alert;
    this.#db = db;
    this.#saleOf = saleOf;
    this.#totalAt = totalAt;
    this.#payments = payments;
    this.#complete = operations.define<CompleteFacts, Completed>('checkout.complete', completeFacts, execute);
  }

  /**
   * Completes a page that is paid, and ends one that has expired.
   * @throws Failure 404 `checkout_not_found`, 404 `customer_not_found` if the customer was deleted meanwhile
   */
  async settle(session: string, requestId: string): Promise<Settled> {
    // accepts only sessions that Washdesk opened: the endpoint must not expose others at the provider
    const sale = await this.#saleOf(session);
    const checkout = sale && (await withProviderFailures(this.#payments.checkout(session)));
    if (!checkout) throw notFound('checkout_not_found', 'Sign-up not found');
    if (checkout.status === 'expired') await endPage(this.#db, session, 'closed', this.#clock.now());
    return { sale, checkout, completed: await this.#completed(checkout, sale, requestId) };
  }

  /** Returns what the browser shows after the payment page. @throws as `settle` */
  async result(session: string, requestId: string): Promise<CheckoutResult> {
    const { sale, checkout, completed } = await this.settle(session, requestId);
    const { name, amount, site } = sale.plan;
    const place = await placeOf(this.#db, site, sale.customer.metadata[customerKeys.plate] ?? '');
    // the address of the result stays in the history of a shared computer
    const isShown = await isPageOpenSince(this.#db, session, new Date(this.#clock.now().getTime() - shownMs));
    return {
      status: checkout.status ?? 'open',
      payment_status: checkout.payment_status,
      customer: completed && { name: isShown ? completed.name : null },
      plan: { name, amount, total: await this.#totalAt(site, amount) },
      paid: checkout.payment_status === 'paid' ? checkout.total : null,
      ...place,
      plate: isShown ? place.plate : null,
    };
  }

  async #completed(
    { id, status, customer, email, subscription }: Checkout,
    sale: OnlineSale,
    requestId: string,
  ): Promise<Completed | null> {
    if (status !== 'complete' || customer === null || subscription === null) return null;
    const request = {
      route: checkoutState.path,
      key: id,
      request: { session: id },
      principal: onlinePrincipal(requestId),
      customer,
      exclusive: exclusiveOfCustomer(customer),
    };
    const plate = sale.customer.metadata[customerKeys.plate];
    const { body } = await this.#complete.run(
      request,
      async () => ({
        session: id,
        site: sale.plan.site,
        customer,
        subscription,
        terms: sale.terms,
        ...(await this.#wanted({ customer, email, subscription }, sale)),
      }),
      // the plate is paid for, so it is written even if another customer has taken it meanwhile: the older customer keeps the claim
      async (tx, { operation, now }) => {
        await claimCodes(tx, { codes: plate ? [plate] : [], customer, operation, now });
        const { site } = sale.plan;
        if (await hasOtherHolder(tx, { customer, plate: plate ?? '', email: sale.email }))
          await this.#tell(tx, { session: id, customer, site, now });
      },
    );
    return body;
  }

  /** Admins and IT are told of a plan that was paid although another customer has the plate or the e-mail address. */
  async #tell(tx: Tx, { session, customer, site, now }: { session: string; customer: string; site: number; now: Date }): Promise<void> {
    const reason = 'Paid online although another customer has the same plate or e-mail address. Check that only one plan is billed';
    const raised = await raiseAlert(tx, { key: `online-second-account:${session}`, site, customer, reason, created: now });
    if (raised) this.#alert('online.second-account', { customer, site }, reason);
  }

  async #wanted({ customer, email, subscription }: PaidPage, sale: OnlineSale): Promise<Pick<CompleteFacts, 'card' | 'fields'>> {
    const [present, sold] = await Promise.all([
      this.#payments.fetch('customer', customer, 'interactive'),
      this.#payments.fetch('subscription', subscription, 'interactive'),
    ]);
    if (!present || present.deleted) throw notFound('customer_not_found', 'Customer Not Found');
    const card = sold?.default_payment_method ?? null;
    return { card, fields: { ...lackingFields(present, sale, email), ...(card && { defaultPaymentMethod: card }) } };
  }
}

async function execute(run: OperationRun<CompleteFacts>): Promise<Outcome<Completed>> {
  const { session, site, customer: id, subscription, card, fields, terms } = run.facts;
  // at once, because the customer is at the lane
  const [customer, sold] = await Promise.all([
    run.write('customer', 'complete', (step) => run.payments.updateCustomer(step, id, fields)),
    run.read('subscription', subscription),
    card && run.read('payment_method', card),
  ]);
  const invoice = sold && (await readFirstInvoice(run, sold));
  await readPayment(run, invoice);
  const after = { customer: id, subscription, plate: fields.metadata?.[customerKeys.plate] ?? null, ...(terms && { terms }) };
  const audit = { ...auditBy(run.by), site, action: 'checkout.completed', subject: `checkout:${session}`, after };
  return {
    status: 200,
    body: { customer: id, name: customer.name ?? null },
    async within(tx, at) {
      await endPage(tx, session, 'paid', at);
      await writeAudit(tx, { ...audit, at });
      if (sold) await writeOnlineSignUpDocuments(tx, run, { subscription: sold, invoice }, at);
    },
  };
}
