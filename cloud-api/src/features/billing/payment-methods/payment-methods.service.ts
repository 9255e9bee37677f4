import {
  createSetupIntent,
  deletePaymentMethod,
  type getSetupIntent,
  type PaymentMethod,
} from '@washdesk/contracts/billing/payment-method';
import type { z } from 'zod';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import type { ProviderCard } from '../../../db/provider-objects.ts';
import type { Act } from '../../../operations/act.ts';
import { exclusiveOfCustomer, type Outcome } from '../../../operations/deed.ts';
import type { DeedKind, Deeds } from '../../../operations/deeds.ts';
import { asked } from '../../../operations/provider-failures.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import { defaultCardOf, knownCustomer, liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { LookAgain } from '../../../mirror/reads/look-again.ts';
import { mirroredLive } from '../../../mirror/reads/mirrored.ts';
import type { Payments } from '../../../ports/payments.ts';
import { cardInAudit, paymentMethodView } from './payment-method-view.ts';
import { runningSubscriptions } from './payment-methods.store.ts';
import { keptCard, unknownSetup } from './set-up-card.ts';

type Deleted = z.input<typeof deletePaymentMethod.response>;
type SetUp = z.input<typeof createSetupIntent.response>;
type Kept = z.input<typeof getSetupIntent.response>;

interface DeleteFacts {
  customer: string;
  paymentMethod: string;
  card: ReturnType<typeof cardInAudit>;
}
interface SetUpFacts {
  customer: string | null;
  reader: boolean;
}

interface Options {
  db: Db;
  deeds: Deeds;
  payments: Payments;
  lookAgain: LookAgain;
}

/** Stored cards, looked at and taken away, and the beginning of a new one. */
export class PaymentMethodsService {
  readonly #options: Options;
  readonly #delete: DeedKind<DeleteFacts, Deleted>;
  readonly #setUp: DeedKind<SetUpFacts, SetUp>;

  constructor(options: Options) {
    this.#options = options;
    this.#delete = options.deeds.define<DeleteFacts, Deleted>('card.detach', performDelete);
    this.#setUp = options.deeds.define<SetUpFacts, SetUp>('card.set-up', performSetUp);
  }

  /** @throws Failure 404 `payment_method_not_found` */
  async get(id: string, fresh: boolean): Promise<PaymentMethod> {
    const { db, lookAgain } = this.#options;
    const stale = fresh && (await lookAgain('payment_method', id)) === 'stale';
    const card = await this.#card(id);
    const owner = card.customer ? await knownCustomer(db, card.customer) : null;
    return { ...paymentMethodView(card, owner !== null && defaultCardOf(owner.customer) === id), ...(stale && { stale }) };
  }

  /** @throws Failure 404 `payment_method_not_found`, 409 `card_in_use` */
  async delete(principal: Principal, key: string, id: string, customer: string): Promise<Deleted> {
    const intent = {
      route: deletePaymentMethod.path,
      key,
      request: { id, customer },
      principal,
      customer,
      exclusive: exclusiveOfCustomer(customer),
    };
    const { body } = await this.#delete.run(intent, async () => {
      const card = await this.#card(id);
      if (card.customer !== customer) throw unknownCard();
      if (await this.#paysPlan(id, customer)) {
        throw new Failure(409, 'card_in_use', 'This card pays a running plan. Please make another card the default first');
      }
      return { customer, paymentMethod: id, card: cardInAudit(card) };
    });
    return body;
  }

  /** @throws Failure 404 `customer_not_found`, 409 `customer_deleted` */
  async setUp(principal: Principal, key: string, customer: string | null, reader: boolean): Promise<SetUp> {
    const intent = { route: createSetupIntent.path, key, request: { customer, reader }, principal, customer };
    const { body } = await this.#setUp.run(intent, async () => {
      if (customer) await liveCustomer(this.#options.db, customer);
      return { customer, reader };
    });
    return body;
  }

  /** Stripe is asked each time: nobody waits for a webhook with a card in his hand. @throws Failure 404 `setup_intent_not_found` */
  async setupIntent(id: string): Promise<Kept> {
    const { payments } = this.#options;
    const setup = await asked(payments.setupIntent(id));
    if (!setup) throw unknownSetup();
    const { status } = setup;
    const kept = status === 'succeeded' ? await keptCard(payments, setup) : null;
    const { brand = null, last4 = null, fingerprint = null } = kept?.card ?? {};
    return { id, status, payment_method: kept?.id ?? null, card: kept && { brand, last4, fingerprint } };
  }

  async #card(id: string): Promise<ProviderCard> {
    const card = await mirroredLive(this.#options.db, 'payment_method', id);
    if (!card) throw unknownCard();
    return card;
  }

  /** A plan charges its own default, and the customer's where it has none. */
  async #paysPlan(id: string, customer: string): Promise<boolean> {
    const { db } = this.#options;
    const { customer: object } = await knownCustomer(db, customer);
    const fallback = defaultCardOf(object);
    const running = await runningSubscriptions(db, customer);
    return running.some((subscription) => (subscription.default_payment_method ?? fallback) === id);
  }
}

const unknownCard = (): Failure => notFound('payment_method_not_found', 'There is no such card');

async function performDelete(act: Act<DeleteFacts>): Promise<Outcome<Deleted>> {
  const { customer, paymentMethod, card } = act.facts;
  await act.write('payment_method', 'detach', (step) => act.payments.detachPaymentMethod(step, paymentMethod));
  // Stripe takes it from the customer's default by itself
  await act.read('customer', customer);
  return {
    status: 200,
    body: { id: paymentMethod, customer, deleted: true },
    within: (tx, at) => writeAudit(tx, { ...auditBy(act.by), action: 'card.deleted', subject: `customer:${customer}`, before: card, at }),
  };
}

async function performSetUp(act: Act<SetUpFacts>): Promise<Outcome<SetUp>> {
  const { id, client_secret, status } = await act.do('set-up', (step) => act.payments.createSetupIntent(step, act.facts));
  return { status: 200, body: { id, client_secret, status } };
}
