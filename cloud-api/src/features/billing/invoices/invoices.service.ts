import { z } from 'zod';
import { markUncollectable, payInvoice, type InvoiceState } from '@washdesk/contracts/billing/invoice';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import type { ProviderInvoice, ProviderSubscription } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import type { EnqueueWelcome } from '../../../documents/begun-plan.ts';
import { writeInvoiceReceipt } from '../../../documents/operation-receipts.ts';
import { ownerOfCard } from '../../../mirror/reads/cards.ts';
import { mirrored } from '../../../mirror/reads/mirrored.ts';
import { requirePresentCard } from '../../../operations/card-reading.ts';
import { auditDetached, declinedCards, detachDeclined } from '../../../operations/declined-cards.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import { exclusiveOfCustomer, type Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import { declined } from '../../../operations/provider-failures.ts';
import { readPayments } from '../../../operations/read-payment.ts';
import { CardDeclined } from '../../../ports/payments.ts';
import { begunPlan, paidPlan, paidPlanFacts, makeCardDefault, writeBegun } from './paid-plan.ts';

const payFacts = z.object({
  invoice: z.string(),
  paymentMethod: z.string(),
  subscription: z.string().nullable(),
  status: z.string().nullable(),
  /** Null for an invoice without a plan. */
  plan: paidPlanFacts.nullable(),
  /** Declined cards of the plan that begins, which the customer no longer needs. */
  detach: z.array(z.string()),
});
type PayFacts = z.infer<typeof payFacts>;
const writeOffFacts = z.object({
  invoice: z.string(),
  subscription: z.string().nullable(),
});
type WriteOffFacts = z.infer<typeof writeOffFacts>;

const subscriptionOf = ({ parent }: ProviderInvoice): string | null => parent?.subscription_details?.subscription ?? null;

function stateOf(invoice: ProviderInvoice, subscription: ProviderSubscription | null): InvoiceState {
  const { id, status, number, amount_due, amount_paid, amount_remaining } = invoice;
  return {
    id,
    status,
    number,
    amount_due,
    amount_paid,
    amount_remaining,
    subscription: subscription && { id: subscription.id, status: subscription.status },
  };
}

/** Open invoices: paid with a chosen card, or written off (docs/rules/billing.md#invoices). */
export class InvoicesService {
  readonly #db: Db;
  readonly #enqueueWelcome: EnqueueWelcome;
  readonly #pay: OperationKind<PayFacts, InvoiceState>;
  readonly #writeOff: OperationKind<WriteOffFacts, InvoiceState>;

  constructor({ db, operations, enqueueWelcome }: { db: Db; operations: Operations; enqueueWelcome: EnqueueWelcome }) {
    this.#db = db;
    this.#enqueueWelcome = enqueueWelcome;
    this.#pay = operations.define<PayFacts, InvoiceState>('invoice.pay', payFacts, (run) => this.#executePay(run), {
      detachesCards: ({ detach }) => detach.length > 0,
    });
    this.#writeOff = operations.define<WriteOffFacts, InvoiceState>('invoice.write-off', writeOffFacts, (run) =>
      this.#executeWriteOff(run),
    );
  }

  /** @throws Failure 402 `card_declined`, 404 `invoice_not_found`, 409 `invoice_not_open`, 409 `not_their_card` */
  async pay(principal: Principal, key: string, id: string, paymentMethod: string): Promise<InvoiceState> {
    const { customer } = await this.#invoice(id);
    const request = { route: payInvoice.path, key, request: { id, paymentMethod }, principal, customer };
    const { body } = await this.#pay.run({ ...request, ...(customer && { exclusive: exclusiveOfCustomer(customer) }) }, async () => {
      const invoice = await this.#payable(id, ['open', 'draft']);
      if ((await ownerOfCard(this.#db, paymentMethod)) !== customer)
        throw new Failure(409, 'not_their_card', 'This card belongs to another customer');
      await requirePresentCard(this.#db, principal, paymentMethod);
      const subscription = subscriptionOf(invoice);
      const paying = subscription === null ? null : await mirrored(this.#db, 'subscription', subscription);
      const plan = paying && paidPlan(paying, paymentMethod);
      const detach = paying && plan?.begins ? await declinedCards(this.#db, paying.customer, [paying], paymentMethod) : [];
      return { invoice: id, paymentMethod, subscription, status: invoice.status, plan, detach };
    });
    return body;
  }

  /** @throws Failure 404 `invoice_not_found`, 409 `invoice_not_open` */
  async markUncollectable(principal: Principal, key: string, id: string): Promise<InvoiceState> {
    const { customer } = await this.#invoice(id);
    const request = { route: markUncollectable.path, key, request: { id }, principal, customer };
    const { body } = await this.#writeOff.run({ ...request, ...(customer && { exclusive: exclusiveOfCustomer(customer) }) }, async () => ({
      invoice: id,
      subscription: subscriptionOf(await this.#payable(id, ['open'])),
    }));
    return body;
  }

  async #executePay(run: OperationRun<PayFacts>): Promise<Outcome<InvoiceState>> {
    const { invoice: id, paymentMethod, subscription, status, plan, detach } = run.facts;
    const paid = async (): Promise<ProviderInvoice | null> => {
      const invoice = await run.payments.fetch('invoice', id, 'interactive');
      return invoice?.status === 'paid' ? invoice : null;
    };
    try {
      const invoice = await run.write('invoice', 'pay', (step) => run.payments.payInvoice(step, id, paymentMethod), paid);
      const refused = plan && (await makeCardDefault(run, plan, paymentMethod));
      const more = { with: paymentMethod, ...(refused && { cardRefused: refused }) };
      const { after, ...ended } = await this.#ended(run, invoice, { action: 'invoice.paid', before: status, subscription, ...more });
      const begun = begunPlan(plan, after, invoice);
      // a plan that still has its old card is still charged to it
      const detached = begun && !refused ? await detachDeclined(run, begun.subscription.customer, detach) : [];
      return {
        ...ended,
        within: async (tx, now) => {
          await ended.within(tx, now);
          if (begun) {
            await auditDetached(tx, { by: run.by, customer: begun.subscription.customer, cards: detached, at: now });
            await writeBegun(tx, run, begun, this.#enqueueWelcome, now);
          } else await writeInvoiceReceipt(tx, run, id, now);
        },
      };
    } catch (error) {
      if (!(error instanceof CardDeclined)) throw error;
      // the invoice has another failed attempt, and the subscription may now be past due
      await run.read('invoice', id);
      if (subscription) await run.read('subscription', subscription);
      throw declined(error, { details: { invoice: id } });
    }
  }

  async #executeWriteOff(run: OperationRun<WriteOffFacts>): Promise<Outcome<InvoiceState>> {
    const { invoice: id, subscription } = run.facts;
    const givenUp = async (): Promise<ProviderInvoice | null> => {
      const invoice = await run.payments.fetch('invoice', id, 'interactive');
      return invoice?.status === 'uncollectible' ? invoice : null;
    };
    const invoice = await run.write('invoice', 'write-off', (step) => run.payments.markUncollectible(step, id), givenUp);
    const { after: _, ...ended } = await this.#ended(run, invoice, { action: 'invoice.uncollectable', before: 'open', subscription });
    return ended;
  }

  /** Reads what changed along with the invoice, so that the mirror is current before the provider's events arrive. */
  async #ended(
    run: OperationRun<object>,
    invoice: ProviderInvoice,
    {
      action,
      before,
      subscription,
      ...more
    }: { action: string; before: string | null; subscription: string | null; with?: string; cardRefused?: string },
  ): Promise<Required<Outcome<InvoiceState>> & { after: ProviderSubscription | null }> {
    const after = subscription ? await run.read('subscription', subscription) : null;
    await readPayments(run, invoice);
    const changed = { before: { status: before }, after: { status: invoice.status, ...more } };
    return {
      status: 200,
      body: stateOf(invoice, after),
      after,
      within: (tx, now) => writeAudit(tx, { ...auditBy(run.by), action, subject: `invoice:${invoice.id}`, ...changed, at: now }),
    };
  }

  async #invoice(id: string): Promise<ProviderInvoice> {
    const invoice = await mirrored(this.#db, 'invoice', id);
    if (!invoice) throw notFound('invoice_not_found', 'Invoice Not Found');
    return invoice;
  }

  async #payable(id: string, statuses: readonly string[]): Promise<ProviderInvoice> {
    const invoice = await this.#invoice(id);
    if (statuses.includes(invoice.status ?? '')) return invoice;
    throw new Failure(409, 'invoice_not_open', `This invoice is ${invoice.status ?? 'not open'} already`, {
      details: { status: invoice.status },
    });
  }
}
