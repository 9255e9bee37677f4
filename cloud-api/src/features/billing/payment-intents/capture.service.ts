import { z } from 'zod';
import { capturePaymentIntent, getPaymentIntent } from '@washdesk/contracts/billing/payment-intent';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import type { ProviderCharge, ProviderPaymentIntent } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import { writeChargeReceipt } from '../../../documents/operation-receipts.ts';
import { viewCharges, viewNewCharge } from '../../../mirror/reads/charge-view.store.ts';
import { mirrored } from '../../../mirror/reads/mirrored.ts';
import type { ReadFresh } from '../../../mirror/reads/read-fresh.ts';
import { saleOf } from '../../../mirror/snapshots/sale.ts';
import { declinedIntent } from '../../../operations/declined-intent.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import type { Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import { exclusiveOf, refuseChargedSale, statusesBlockingCapture } from './one-charge-per-sale.ts';
import { refuseStoredCard } from './presented-card.ts';

type Captured = z.input<typeof capturePaymentIntent.response>;
type State = z.input<typeof getPaymentIntent.response>;

const factsSchema = z.object({
  intent: z.string(),
});
type Facts = z.infer<typeof factsSchema>;

interface Options {
  db: Db;
  operations: Operations;
  readFresh: ReadFresh;
  clock: Clock;
}

/** Reads the state of a payment and captures one that a reader has authorized. */
export class CaptureService {
  readonly #options: Options;
  readonly #capture: OperationKind<Facts, Captured>;

  constructor(options: Options) {
    this.#options = options;
    this.#capture = options.operations.define<Facts, Captured>('payment.capture', factsSchema, (run) => this.#execute(run));
  }

  /** @throws Failure 404 `payment_intent_not_found` */
  async get(id: string, fresh: boolean): Promise<State> {
    const { db, readFresh } = this.#options;
    const seen = fresh ? await readFresh('payment_intent', id) : null;
    if (seen !== null && seen !== 'stale' && seen.latest_charge) await readFresh('charge', seen.latest_charge);
    const intent = await mirrored(db, 'payment_intent', id);
    if (!intent) throw unknownPayment();
    const [charge = null] = intent.latest_charge ? await viewCharges(db, [intent.latest_charge]) : [];
    const { status, amount, amount_received, customer, description, last_payment_error: error } = intent;
    const { code = null, decline_code = null, message = null } = error ?? {};
    return {
      id,
      status,
      amount,
      amount_received,
      customer,
      description,
      latest_charge: charge,
      last_payment_error: error && { code, decline_code, message },
      ...(seen === 'stale' && { stale: true }),
    };
  }

  /**
   * @throws Failure 402 `card_declined`, 404 `payment_intent_not_found`, 409 `not_ready`, `payment_canceled`, `sale_charged`,
   * `stored_card_refused`
   */
  async capture(principal: Principal, key: string, id: string): Promise<Captured> {
    const known = await mirrored(this.#options.db, 'payment_intent', id);
    if (!known) throw unknownPayment();
    const operationRequest = {
      route: capturePaymentIntent.path,
      key,
      request: { id },
      principal,
      customer: known.customer,
      exclusive: exclusiveOf(id, known.metadata),
    };
    const { body } = await this.#capture.run(operationRequest, () => this.#prepare(id));
    return body;
  }

  /** A captured payment may be captured again, even if the sale has other charges: the response is the same. */
  async #prepare(id: string): Promise<Facts> {
    const known = await mirrored(this.#options.db, 'payment_intent', id);
    const sale = known && known.status !== 'succeeded' ? saleOf(known.metadata) : null;
    if (sale) await refuseChargedSale(this.#options, sale, statusesBlockingCapture, id);
    return { intent: id };
  }

  /** Reads from the provider first: the mirror may not have the reader's result yet. */
  async #execute(run: OperationRun<Facts>): Promise<Outcome<Captured>> {
    const before = await run.read('payment_intent', run.facts.intent);
    if (!before) throw unknownPayment();
    if (before.status === 'requires_capture') await refuseStoredCard(this.#options.db, run, before, this.#options.clock.now());
    const intent = before.status === 'requires_capture' ? await captured(run) : before;
    const charge = intent.latest_charge ? await run.read('charge', intent.latest_charge) : null;
    if (intent.status !== 'succeeded' || !charge) throw notCaptured(intent, charge);
    const { id, status, amount, customer } = intent;
    const after = { amount, customer, charge: charge.id };
    return {
      status: 200,
      body: {
        result: 'Success',
        paymentIntent: { id, status, amount, latest_charge: await viewNewCharge(this.#options.db, charge, run.by.site) },
      },
      async within(tx, at) {
        await writeAudit(tx, { ...auditBy(run.by), action: 'payment.captured', subject: `payment_intent:${id}`, after, at });
        await writeChargeReceipt(tx, run, charge.id, at);
      },
    };
  }
}

function captured(run: OperationRun<Facts>): Promise<ProviderPaymentIntent> {
  const { intent: id } = run.facts;
  const taken = async (): Promise<ProviderPaymentIntent | null> => {
    const intent = await run.payments.fetch('payment_intent', id, 'interactive');
    return intent?.status === 'succeeded' ? intent : null;
  };
  return run.write('payment_intent', 'capture', (step) => run.payments.capturePaymentIntent(step, id), taken);
}

const unknownPayment = (): Failure => notFound('payment_intent_not_found', 'Payment not found');

function notCaptured(intent: ProviderPaymentIntent, charge: ProviderCharge | null): Failure {
  if (intent.status === 'canceled') return new Failure(409, 'payment_canceled', 'This payment was canceled. Charge again');
  if (intent.status === 'requires_payment_method' && intent.last_payment_error) return declinedIntent(intent, charge);
  return new Failure(409, 'not_ready', 'Stripe Not Ready to process Charge. Please try again', { details: { status: intent.status } });
}
