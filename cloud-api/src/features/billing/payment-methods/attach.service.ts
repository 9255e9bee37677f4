import { z } from 'zod';
import { attachPaymentMethod, type PaymentMethod } from '@washdesk/contracts/billing/payment-method';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { requireRight, type Principal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import type { ProviderObjects } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import { defaultCardOf, liveCustomer } from '../../../mirror/reads/live-customer.ts';
import { mirroredLive } from '../../../mirror/reads/mirrored.ts';
import { cardRead, recordReading } from '../../../operations/card-reading.ts';
import { recordAttachedCard } from '../../../operations/declined-cards.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import { exclusiveOfCustomer, type Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import { PaymentsRefused, type Payments, type SetupIntent } from '../../../ports/payments.ts';
import { cardInAudit, paymentMethodView } from './payment-method-view.ts';
import { subscriptionsToPay } from './payment-methods.store.ts';

type Body = z.output<typeof attachPaymentMethod.body>;

/** Seconds for which a card counts as new: a browser's form attaches it to the customer before the API call. */
const justCaptured = 3_600;

const factsSchema = z.object({
  customer: z.string(),
  paymentMethod: z.string(),
  makeDefault: z.boolean(),
  defaultBefore: z.string().nullable(),
  /** Plans that run or wait for a payment: they charge their own default before the customer's. */
  subscriptions: z.array(z.string()),
});
type Facts = z.infer<typeof factsSchema>;

interface Options {
  db: Db;
  operations: Operations;
  payments: Payments;
  clock: Clock;
}

/** Attaches new cards and sets the paying card: default of the customer and every running plan. */
export class AttachService {
  readonly #options: Options;
  readonly #kind: OperationKind<Facts, PaymentMethod>;

  constructor(options: Options) {
    this.#options = options;
    this.#kind = options.operations.define<Facts, PaymentMethod>('card.attach', factsSchema, (run) => this.#execute(run));
  }

  /** @throws Failure 402 `card_declined`, 403 `forbidden`, 404, 409: see the contract */
  async attach(principal: Principal, key: string, body: Body): Promise<PaymentMethod> {
    const customer = body.customer ?? body.id ?? body.stripeCustomer ?? '';
    const request = { route: attachPaymentMethod.path, key, request: body, principal, customer, exclusive: exclusiveOfCustomer(customer) };
    let setup: SetupIntent | null = null;
    const prepare = async () => {
      const { facts, reading } = await this.#prepare(principal, customer, body);
      setup = reading;
      return facts;
    };
    const { body: answer } = await this.#kind.run(request, prepare, async (tx, { operation, facts: { paymentMethod: card } }) => {
      if (setup) await recordReading(tx, { setup, card, operation });
    });
    return answer;
  }

  async #prepare(principal: Principal, customer: string, body: Body): Promise<{ facts: Facts; reading: SetupIntent | null }> {
    const { db, payments } = this.#options;
    const defaultBefore = defaultCardOf(await liveCustomer(db, customer));
    const { setupIntent } = body;
    const named = body.payment_method ?? body.PaymentMethodId ?? body.paymentMethodId ?? '';
    // with a setup intent a named card is ignored: any caller may add a card, but not choose a stored one
    const read = setupIntent ? await cardToAttach(payments, setupIntent, customer) : null;
    const paymentMethod = read?.card ?? named;
    const makeDefault = body.default ?? (setupIntent !== undefined || defaultBefore === null);
    if (!setupIntent && (await this.#isThere(paymentMethod, customer))) requireRight(principal, 'SalesManager');
    const running = makeDefault ? await subscriptionsToPay(db, customer) : [];
    const facts = { customer, paymentMethod, makeDefault, defaultBefore, subscriptions: running.map(({ id }) => id) };
    return { facts, reading: read?.setup ?? null };
  }

  /**
   * Whether the customer has had the card for longer than `justCaptured`.
   * @throws Failure 409 `not_their_card` for another customer's card
   */
  async #isThere(paymentMethod: string, customer: string): Promise<boolean> {
    const card = await mirroredLive(this.#options.db, 'payment_method', paymentMethod);
    if (!card?.customer) return false;
    if (card.customer !== customer) throw new Failure(409, 'not_their_card', 'This card belongs to another customer');
    return (card.created ?? 0) < this.#options.clock.now().getTime() / 1_000 - justCaptured;
  }

  async #execute(run: OperationRun<Facts>): Promise<Outcome<PaymentMethod>> {
    const { customer, paymentMethod, makeDefault, defaultBefore } = run.facts;
    const card = await run.write('payment_method', 'attach', (step) => run.payments.attachPaymentMethod(step, paymentMethod, customer));
    if (makeDefault) await payWith(run, card);
    const action = makeDefault ? 'card.made-default' : 'card.attached';
    const before = makeDefault ? { paymentMethod: defaultBefore } : null;
    return {
      status: 200,
      body: paymentMethodView(card, makeDefault || card.id === defaultBefore),
      async within(tx, at) {
        await recordAttachedCard(tx, card.id, customer, at);
        await writeAudit(tx, { ...auditBy(run.by), action, subject: `customer:${customer}`, before, after: cardInAudit(card), at });
      },
    };
  }
}

/** @throws Failure 404 `setup_intent_not_found`, 409 `not_their_card`, `card_not_ready`, `card_not_reusable`, `stored_card_refused` */
async function cardToAttach(payments: Payments, id: string, customer: string): Promise<{ card: string; setup: SetupIntent }> {
  const { setup, card } = await cardRead(payments, id);
  if (setup.customer !== null && setup.customer !== customer)
    throw new Failure(409, 'not_their_card', 'This card was set up for another customer');
  if (!card) throw new Failure(409, 'card_not_reusable', 'This card can’t be saved for future payments. Use another card');
  return { card: card.id, setup };
}

async function payWith(run: OperationRun<Facts>, card: ProviderObjects['payment_method']): Promise<void> {
  const { customer, subscriptions } = run.facts;
  const defaultPaymentMethod = card.id;
  await run.write('customer', 'default', (step) => run.payments.updateCustomer(step, customer, { defaultPaymentMethod }));
  const last4 = card.card?.last4 ?? '';
  await run.write('customer', 'last4', (step) =>
    run.payments.updateCustomer(step, customer, { metadata: { [customerKeys.last4]: last4 } }),
  );
  for (const [i, id] of subscriptions.entries()) {
    try {
      await run.write('subscription', `default-${i + 1}`, (step) => run.payments.changeSubscription(step, id, { defaultPaymentMethod }));
    } catch (error) {
      if (!(error instanceof PaymentsRefused) || (await stillRuns(run, id))) throw error;
    }
  }
}

/** Whether the plan still runs: an ended one needs no card. */
async function stillRuns(run: OperationRun<Facts>, id: string): Promise<boolean> {
  const subscription = await run.read('subscription', id);
  return subscription !== null && subscription.ended_at === null;
}
