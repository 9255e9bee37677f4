import { z } from 'zod';
import { collectDispute, type Collected, type CollectionPreview } from '@washdesk/contracts/billing/dispute';
import { disputeIsDecided } from '@washdesk/rules/billing/disputes';
import { disputeKeys, paymentKeys, operationOf } from '@washdesk/rules/company/metadata-keys';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import type { ProviderDispute } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import { writeChargeReceipt } from '../../../documents/operation-receipts.ts';
import { defaultCardOf, liveCustomer } from '../../../mirror/reads/live-customer.ts';
import { mirrored } from '../../../mirror/reads/mirrored.ts';
import { actorMetadata } from '../../../operations/actor-metadata.ts';
import { declinedIntent } from '../../../operations/declined-intent.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import type { Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import { PaymentsRefused, type NewPaymentIntent } from '../../../ports/payments.ts';
import { feesCollected, recoveryCharge, currentDisputeView } from './dispute-view.ts';
import { disputeById, type FoundDispute } from './disputes.store.ts';

const factsSchema = z.object({
  dispute: z.string(),
  amount: z.number(),
  customer: z.string(),
  paymentMethod: z.string(),
});
type Facts = z.infer<typeof factsSchema>;
interface Options {
  db: Db;
  operations: Operations;
  clock: Clock;
}

const description = 'Dispute recovery';

/** Charges the disputed amount once to the customer's default card after the bank has decided (docs/rules/billing.md#disputes). */
export class CollectDisputeService {
  readonly #options: Options;
  readonly #kind: OperationKind<Facts, Collected>;

  constructor(options: Options) {
    this.#options = options;
    this.#kind = options.operations.define<Facts, Collected>('dispute.collect', factsSchema, (run) => this.#execute(run));
  }

  /** @throws Failure 402 `card_declined`, 404 `dispute_not_found`, 409, 503 `payment_processing`: see the contract */
  async collect(principal: Principal, key: string, { id, last4 }: { id: string; last4?: string | undefined }): Promise<Collected> {
    const { charge } = await this.#find(id);
    const operationRequest = { route: collectDispute.path, key, request: { id, last4 }, principal, customer: charge?.customer ?? null };
    const { body } = await this.#kind.run({ ...operationRequest, exclusive: `dispute:${id}` }, () => this.#prepareFor(id, last4));
    return body;
  }

  /** Returns the amount and card that collecting would charge. @throws Failure 404, 409: as `collect` */
  async preview(id: string): Promise<CollectionPreview> {
    const { amount, paymentMethod } = await this.#prepare(id);
    const method = await mirrored(this.#options.db, 'payment_method', paymentMethod);
    const { brand = null, last4 = null, exp_month = null, exp_year = null } = method?.card ?? {};
    return { amount, card: { type: method?.type ?? 'card', brand, last4, exp_month, exp_year } };
  }

  /** @param last4 of the card shown; undefined accepts any card */
  async #prepareFor(id: string, last4: string | undefined): Promise<Facts> {
    const facts = await this.#prepare(id);
    const method = last4 === undefined ? null : await mirrored(this.#options.db, 'payment_method', facts.paymentMethod);
    if (last4 !== undefined && method?.card?.last4 !== last4)
      throw new Failure(409, 'preview_outdated', 'The default card has changed. Check the amount and card again');
    return facts;
  }

  async #prepare(id: string): Promise<Facts> {
    const { dispute, charge } = await this.#find(id);
    if (!disputeIsDecided(dispute.status)) throw new Failure(409, 'dispute_open', 'This dispute isn’t decided yet');
    if (feesCollected(dispute) || recoveryCharge(dispute)) throw alreadyCollected();
    if (!charge?.customer) throw new Failure(409, 'no_default_card', 'The disputed charge has no customer');
    const paymentMethod = defaultCardOf(await liveCustomer(this.#options.db, charge.customer));
    if (!paymentMethod) throw new Failure(409, 'no_default_card', 'This customer has no default card. Capture a new card first');
    return { dispute: id, amount: dispute.amount, customer: charge.customer, paymentMethod };
  }

  async #execute(run: OperationRun<Facts>): Promise<Outcome<Collected>> {
    const { dispute: id, amount, customer, paymentMethod } = run.facts;
    await refuseCollected(run);
    const charge = await chargeDefaultCard(run);
    const marked = await markCollected(run, charge);
    const dispute = marked ?? (await run.read('dispute', id)) ?? (await this.#find(id)).dispute;
    const after = { amount, customer, paymentMethod, charge, marked: marked !== null };
    return {
      status: 200,
      body: { ...(await currentDisputeView(this.#options, dispute)), ...(marked === null && { unmarked: charge }) },
      async within(tx, at) {
        await writeAudit(tx, { ...auditBy(run.by), action: 'dispute.collected', subject: `dispute:${id}`, after, at });
        await writeChargeReceipt(tx, run, charge, at);
      },
    };
  }

  async #find(id: string): Promise<FoundDispute> {
    const found = await disputeById(this.#options.db, id);
    if (!found) throw notFound('dispute_not_found', 'Dispute not found');
    return found;
  }
}

const alreadyCollected = (): Failure => new Failure(409, 'already_collected', 'This dispute’s amount was already collected');

/**
 * Checks again that the amount is not collected: another operation may have collected it since these facts were read. Ignores what an
 * earlier run of this operation collected.
 */
async function refuseCollected(run: OperationRun<Facts>): Promise<void> {
  const dispute = await run.read('dispute', run.facts.dispute);
  const recovered = dispute && recoveryCharge(dispute);
  const charge = recovered ? await run.read('charge', recovered) : null;
  if (recovered && operationOf(charge?.metadata) !== run.id) throw alreadyCollected();
  if (await isChargedByAnother(run)) throw alreadyCollected();
}

/** Statuses of a payment that has taken the money or is about to. */
const collectingStatuses: ReadonlySet<string> = new Set(['succeeded', 'processing']);

/** Whether another operation has charged the amount, even if it failed before marking the dispute. */
async function isChargedByAnother({ id, payments, facts: { dispute, customer } }: OperationRun<Facts>): Promise<boolean> {
  const intents = await payments.listOf('payment_intent', customer, 'interactive');
  const recoveries = intents.filter(({ status, metadata }) => collectingStatuses.has(status) && metadata[paymentKeys.dispute] === dispute);
  return recoveries.some(({ metadata }) => operationOf(metadata) !== id);
}

/** Marks the dispute as collected. @returns null if the provider rejects the mark; the money is taken anyway */
async function markCollected(run: OperationRun<Facts>, charge: string): Promise<ProviderDispute | null> {
  const metadata = { [disputeKeys.feesCollected]: 'true', [disputeKeys.recoveryCharge]: charge };
  try {
    return await run.write('dispute', 'record', (step) => run.payments.updateDispute(step, run.facts.dispute, { metadata }));
  } catch (error) {
    if (error instanceof PaymentsRefused) return null;
    throw error;
  }
}

/**
 * Charges the default card. If the bank is still processing the payment, the operation stays started and recovery finds the outcome.
 * @returns the charge
 * @throws Failure 402 `card_declined`, 503 `payment_processing`
 */
async function chargeDefaultCard(run: OperationRun<Facts>): Promise<string> {
  const { dispute, amount, customer, paymentMethod } = run.facts;
  const metadata = { ...actorMetadata(run.by), [paymentKeys.dispute]: dispute };
  const wanted: NewPaymentIntent = { amount, customer, description, metadata, how: { kind: 'card', paymentMethod } };
  const made = () => run.payments.findByOperation('payment_intent', { customer }, run.id);
  const begun = await run.write('payment_intent', 'charge', (step) => run.payments.createPaymentIntent(step, wanted), made);
  const intent = begun.status === 'processing' ? ((await run.read('payment_intent', begun.id)) ?? begun) : begun;
  if (intent.status === 'processing') throw new Failure(503, 'payment_processing', 'The bank hasn’t responded yet. Check again later');
  const charge = intent.latest_charge ? await run.read('charge', intent.latest_charge) : null;
  if (intent.status === 'succeeded' && charge) return charge.id;
  throw declinedIntent(intent, charge);
}
