import { z } from 'zod';
import { createPaymentIntent } from '@washdesk/contracts/billing/payment-intent';
import { chargeMode } from '@washdesk/rules/billing/charges';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import { Role } from '@washdesk/rules/company/roles';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { hasRight, type Principal, requirePin, siteOf } from '../../../common/caller.ts';
import { Failure, forbidden } from '../../../common/failure.ts';
import type { ProviderPaymentIntent } from '../../../common/provider-objects.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { writeChargeReceipt } from '../../../documents/operation-receipts.ts';
import { enqueue } from '../../../jobs/job.store.ts';
import type { CauseOfJob } from '../../../jobs/job.ts';
import { ownerOfCard } from '../../../mirror/reads/cards.ts';
import { liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { ReadFresh } from '../../../mirror/reads/read-fresh.ts';
import { saleOf } from '../../../mirror/snapshots/sale.ts';
import type { DailyLimitsOfPersons } from '../../../operations/daily-limits.ts';
import { declinedIntent } from '../../../operations/declined-intent.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import type { Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import { newPaymentIntent, type NewPaymentIntent } from '../../../ports/payments.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { enqueueSaleCheck, unverified, verified } from './check-sale-later.ts';
import { refuseChargedSale, statusesBlockingStart } from './one-charge-per-sale.ts';
import { checkCharge, requestedCharge, type ChargeRequest } from './requested-charge.ts';
import { confirmSale } from './sale-at-site.ts';

type Answer = z.input<typeof createPaymentIntent.response>;

/**
 * After this time an uncaptured reader payment is captured or canceled (docs/decisions/0002-idempotency-keys.md), and one still processing
 * at the bank is read again.
 */
const settleAfterSeconds = 600;
const settleWithinDays = 1;

/** A card read for an amount too small to charge; without a customer if none is named. */
const cardSetup = z.object({ customer: z.string().nullable(), reader: z.boolean() });
type CardSetup = z.infer<typeof cardSetup>;

interface Options {
  db: Db;
  operations: Operations;
  readFresh: ReadFresh;
  sites: SiteCommands;
  limits: DailyLimitsOfPersons;
  /** AllowManualEntry: whether a cashier may charge an amount other than the sale's. */
  manualEntry: () => Promise<boolean>;
}

/** Starts every charge at a register or in the office. If the amount is too small to charge, sets up a card instead. */
export class BeginChargeService {
  readonly #options: Options;
  readonly #payment: OperationKind<NewPaymentIntent, Answer>;
  readonly #setup: OperationKind<CardSetup, Answer>;

  constructor(options: Options) {
    this.#options = options;
    this.#payment = options.operations.define<NewPaymentIntent, Answer>('payment.begin', newPaymentIntent, executePayment);
    this.#setup = options.operations.define<CardSetup, Answer>('payment.set-up', cardSetup, executeSetup);
  }

  /** @throws Failure 400, 402 `card_declined`, 403 `forbidden`, 404 `customer_not_found`, 409: see the contract */
  async begin(principal: Principal, key: string, request: ChargeRequest): Promise<Answer> {
    const { amount, customerId, usePayTerminal } = request;
    const customer = customerId ?? null;
    const operationRequest = { route: createPaymentIntent.path, key, request, principal, customer };
    if (chargeMode(amount) === 'payment') {
      const sale = saleOf(requestedCharge(principal, request).metadata);
      const { limits } = this.#options;
      const counting = limits.counting<NewPaymentIntent>(principal, 'charges');
      const prepare = () => this.#preparePayment(principal, request);
      const exclusive = sale && { exclusive: sale };
      const payment = await limits.reportingRefusals(principal, () =>
        this.#payment.run({ ...operationRequest, ...exclusive }, prepare, counting),
      );
      return payment.body;
    }
    const setup = await this.#setup.run(operationRequest, async () => {
      const wanted = await this.#prepare(principal, request);
      return { customer: wanted.customer, reader: usePayTerminal === 'yes' };
    });
    return setup.body;
  }

  async #preparePayment(principal: Principal, request: ChargeRequest): Promise<NewPaymentIntent> {
    const wanted = await this.#prepare(principal, request);
    const sale = saleOf(wanted.metadata);
    if (sale) await refuseChargedSale(this.#options, sale, statusesBlockingStart);
    return { ...wanted, metadata: { ...wanted.metadata, ...(await this.#saleCheck(principal, request)) } };
  }

  /**
   * Checks the charge against the sale in Sitewatch, and returns the result as metadata. If Sitewatch is unavailable, a customer present
   * with a card is charged anyway; a stored card, whose owner is absent, then needs a higher role. Another amount needs the PIN.
   * @throws Failure 403 `forbidden`, `pin_required`, 409 `amount_changed`, `sale_voided`
   */
  async #saleCheck(principal: Principal, request: ChargeRequest): Promise<Record<string, string>> {
    const { saleid, amount, payment_method, originalamount = amount } = request;
    const said = originalamount === amount ? null : originalamount;
    if (!saleid) return said === null ? {} : overridden(request, said);
    const { sites, manualEntry } = this.#options;
    const confirmed = await confirmSale(sites, siteOf(principal), { saleid, amount, manualEntry: await manualEntry() });
    if (confirmed.kind === 'verified') return { [paymentKeys.saleCheck]: verified };
    if (confirmed.kind === 'overridden') {
      requirePin(principal);
      return { [paymentKeys.saleCheck]: confirmed.kind, ...overridden(request, confirmed.total) };
    }
    if (payment_method && !hasRight(principal, Role.SalesManager)) {
      throw forbidden('Sitewatch can’t confirm this sale right now. SalesManager and above can approve the charge');
    }
    return { [paymentKeys.saleCheck]: unverified, ...(said !== null && overridden(request, said)) };
  }

  async #prepare(principal: Principal, request: ChargeRequest): Promise<NewPaymentIntent> {
    const { db, manualEntry } = this.#options;
    checkCharge(principal, request, await manualEntry());
    const { customerId, payment_method, saleid } = request;
    // a sale's number is unique only within its site
    if (saleid) siteOf(principal);
    if (customerId) await liveCustomer(db, customerId);
    if (payment_method && (await ownerOfCard(db, payment_method)) !== customerId) {
      throw new Failure(409, 'not_their_card', 'This card belongs to another customer');
    }
    return requestedCharge(principal, request);
  }
}

/** Metadata of a charge whose amount a person changed: the sale's amount, and why. */
const overridden = ({ overridereason }: ChargeRequest, original: number): Record<string, string> => ({
  [paymentKeys.originalAmount]: String(original),
  ...(overridereason && { [paymentKeys.overrideReason]: overridereason }),
});

async function executePayment(run: OperationRun<NewPaymentIntent>): Promise<Outcome<Answer>> {
  const { customer, how, amount } = run.facts;
  const among = customer === null ? { since: run.since } : { customer };
  const made = () => run.payments.findByOperation('payment_intent', among, run.id);
  const begun = await run.write('payment_intent', 'intent', (step) => run.payments.createPaymentIntent(step, run.facts), made);
  const intent = how.kind === 'card' ? await collected(run, begun) : begun;
  const action = intent.status === 'succeeded' ? 'payment.taken' : 'payment.begun';
  const { [paymentKeys.originalAmount]: original, [paymentKeys.overrideReason]: why = null } = run.facts.metadata;
  const after = { amount, customer, how: how.kind, ...(original && { original: Number(original) }) };
  return {
    status: 200,
    body: { id: intent.id, client_secret: intent.client_secret ?? null, status: intent.status, mode: 'payment' },
    within: async (tx, at) => {
      await writeAudit(tx, { ...auditBy(run.by), action, subject: `payment_intent:${intent.id}`, after, why, at });
      if (how.kind !== 'card' || intent.status === 'processing') await enqueueSettlement(tx, intent, run.by, at);
      await enqueueSaleCheck(tx, intent, run.by, at);
      if (intent.status === 'succeeded' && intent.latest_charge) await writeChargeReceipt(tx, run, intent.latest_charge, at);
    },
  };
}

/**
 * Returns the payment after its confirmation: succeeded, or still processing (as with Link), which is neither success nor decline.
 * @throws Failure 402 `card_declined` if an earlier run found it declined
 */
async function collected(run: OperationRun<NewPaymentIntent>, begun: ProviderPaymentIntent): Promise<ProviderPaymentIntent> {
  // for a repeated key Stripe returns its first response, so the current state is read
  const intent = begun.status === 'processing' ? ((await run.read('payment_intent', begun.id)) ?? begun) : begun;
  const charge = intent.latest_charge ? await run.read('charge', intent.latest_charge) : null;
  if (intent.status !== 'succeeded' && intent.status !== 'processing') throw declinedIntent(intent, charge);
  return intent;
}

/** Enqueues the job that captures or cancels a reader's payment if its browser crashed, so that no payment stays open. */
function enqueueSettlement(tx: Tx, { id, customer }: ProviderPaymentIntent, by: CauseOfJob, created: Date): Promise<void> {
  const job = { what: 'reader-payment.settle', key: id, site: null, customer, payload: {} } as const;
  return enqueue(tx, { ...job, by, deadlineDays: settleWithinDays, dueInSeconds: settleAfterSeconds, created });
}

async function executeSetup(run: OperationRun<CardSetup>): Promise<Outcome<Answer>> {
  const { customer } = run.facts;
  const among = customer === null ? { since: run.since } : { customer };
  const made = () => run.payments.setupIntentMadeBy(run.id, among);
  const { id, client_secret, status } = await run.do('set-up', (step) => run.payments.createSetupIntent(step, run.facts), made);
  return { status: 200, body: { id, client_secret, status, mode: 'setup' } };
}
