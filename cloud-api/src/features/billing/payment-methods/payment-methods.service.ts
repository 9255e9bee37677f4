import { z } from 'zod';
import {
  createSetupIntent,
  deletePaymentMethod,
  type getSetupIntent,
  type PaymentMethod,
} from '@washdesk/contracts/billing/payment-method';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import type { ProviderCard } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import { chargedFor, defaultCardOf, knownCustomer, liveCustomer } from '../../../mirror/reads/live-customer.ts';
import { mirroredLive } from '../../../mirror/reads/mirrored.ts';
import type { ReadFresh } from '../../../mirror/reads/read-fresh.ts';
import { savedCard, unknownSetup } from '../../../operations/card-reading.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import { exclusiveOfCustomer, type Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import { withProviderFailures } from '../../../operations/provider-failures.ts';
import type { Payments } from '../../../ports/payments.ts';
import { cardInAudit, paymentMethodView } from './payment-method-view.ts';
import { cardsOf, runningSubscriptions } from './payment-methods.store.ts';
import { copiesOf } from './same-cards.ts';

type Deleted = z.input<typeof deletePaymentMethod.response>;
type SetUp = z.input<typeof createSetupIntent.response>;
type Kept = z.input<typeof getSetupIntent.response>;

const deleteFacts = z.object({
  customer: z.string(),
  paymentMethod: z.string(),
  /** Other stored methods of the same card. */
  copies: z.array(z.string()),
  card: z.object({ paymentMethod: z.string(), type: z.string(), brand: z.string().nullable(), last4: z.string().nullable() }),
});
type DeleteFacts = z.infer<typeof deleteFacts>;
const setUpFacts = z.object({
  customer: z.string().nullable(),
  reader: z.boolean(),
});
type SetUpFacts = z.infer<typeof setUpFacts>;

interface Options {
  db: Db;
  operations: Operations;
  payments: Payments;
  readFresh: ReadFresh;
}

/** Shows and removes stored cards, and starts adding one. */
export class PaymentMethodsService {
  readonly #options: Options;
  readonly #delete: OperationKind<DeleteFacts, Deleted>;
  readonly #setUp: OperationKind<SetUpFacts, SetUp>;

  constructor(options: Options) {
    this.#options = options;
    this.#delete = options.operations.define<DeleteFacts, Deleted>('card.detach', deleteFacts, executeDelete, {
      detachesCards: () => true,
    });
    this.#setUp = options.operations.define<SetUpFacts, SetUp>('card.set-up', setUpFacts, executeSetUp);
  }

  /** @throws Failure 404 `payment_method_not_found` */
  async get(id: string, fresh: boolean): Promise<PaymentMethod> {
    const { db, readFresh } = this.#options;
    const stale = fresh && (await readFresh('payment_method', id)) === 'stale';
    const card = await this.#card(id);
    const owner = card.customer ? await knownCustomer(db, card.customer) : null;
    return { ...paymentMethodView(card, owner !== null && defaultCardOf(owner.customer) === id), ...(stale && { stale }) };
  }

  /** Removes the card, with every stored copy of it. @throws Failure 404 `payment_method_not_found`, 409 `card_in_use` */
  async delete(principal: Principal, key: string, id: string, customer: string): Promise<Deleted> {
    const request = {
      route: deletePaymentMethod.path,
      key,
      request: { id, customer },
      principal,
      customer,
      exclusive: exclusiveOfCustomer(customer),
    };
    const { body } = await this.#delete.run(request, async () => {
      const card = await this.#card(id);
      if (card.customer !== customer) throw unknownCard();
      const copies = copiesOf(card, await cardsOf(this.#options.db, customer)).map((one) => one.id);
      if (await this.#paysPlan(copies, customer)) {
        throw new Failure(409, 'card_in_use', 'This card pays for an active plan. Set another card as the default first');
      }
      return { customer, paymentMethod: id, copies: copies.filter((one) => one !== id), card: cardInAudit(card) };
    });
    return body;
  }

  /** @throws Failure 404 `customer_not_found`, 409 `customer_deleted` */
  async setUp(principal: Principal, key: string, customer: string | null, reader: boolean): Promise<SetUp> {
    const request = { route: createSetupIntent.path, key, request: { customer, reader }, principal, customer };
    const { body } = await this.#setUp.run(request, async () => {
      if (customer) await liveCustomer(this.#options.db, customer);
      return { customer, reader };
    });
    return body;
  }

  /**
   * Reads from Stripe each time: a customer with a card in hand must not wait for a webhook.
   * @throws Failure 404 `setup_intent_not_found`
   */
  async setupIntent(id: string): Promise<Kept> {
    const { payments } = this.#options;
    const setup = await withProviderFailures(payments.setupIntent(id));
    if (!setup) throw unknownSetup();
    const { status } = setup;
    const kept = status === 'succeeded' ? await savedCard(payments, setup) : null;
    const { brand = null, last4 = null, fingerprint = null } = kept?.card ?? {};
    return { id, status, payment_method: kept?.id ?? null, card: kept && { brand, last4, fingerprint } };
  }

  async #card(id: string): Promise<ProviderCard> {
    const card = await mirroredLive(this.#options.db, 'payment_method', id);
    if (!card) throw unknownCard();
    return card;
  }

  /** Whether a plan charges one of these cards: as its own default, or as the customer's if it has none. */
  async #paysPlan(ids: readonly string[], customer: string): Promise<boolean> {
    const { db } = this.#options;
    const { customer: object } = await knownCustomer(db, customer);
    const running = await runningSubscriptions(db, customer);
    return running.some((subscription) => ids.includes(chargedFor(subscription, object) ?? ''));
  }
}

const unknownCard = (): Failure => notFound('payment_method_not_found', 'Card not found');

async function executeDelete(run: OperationRun<DeleteFacts>): Promise<Outcome<Deleted>> {
  const { customer, paymentMethod, copies, card } = run.facts;
  await run.write('payment_method', 'detach', (step) => run.payments.detachPaymentMethod(step, paymentMethod));
  for (const copy of copies) await run.write('payment_method', `detach-${copy}`, (step) => run.payments.detachPaymentMethod(step, copy));
  // Stripe itself removes the card as the customer's default
  await run.read('customer', customer);
  return {
    status: 200,
    body: { id: paymentMethod, customer, deleted: true },
    within: (tx, at) =>
      writeAudit(tx, {
        ...auditBy(run.by),
        action: 'card.deleted',
        subject: `customer:${customer}`,
        before: { ...card, copies: copies.length },
        at,
      }),
  };
}

async function executeSetUp(run: OperationRun<SetUpFacts>): Promise<Outcome<SetUp>> {
  const { customer } = run.facts;
  const made = () => run.payments.setupIntentMadeBy(run.id, customer === null ? { since: run.since } : { customer });
  const { id, client_secret, status } = await run.do('set-up', (step) => run.payments.createSetupIntent(step, run.facts), made);
  return { status: 200, body: { id, client_secret, status } };
}
