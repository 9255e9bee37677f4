import { z } from 'zod';
import { openRefund } from '@washdesk/contracts/billing/refund';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { refundableCents, spreadRefund, type RefundShare } from '@washdesk/rules/billing/refunds';
import { Role, atLeast } from '@washdesk/rules/company/roles';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure, forbidden } from '../../../common/failure.ts';
import type { ProviderCard } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import { writeNote } from '../../../documents/note.ts';
import { writeRefundReceipt } from '../../../documents/operation-receipts.ts';
import { chargeFacts } from '../../../mirror/reads/charge-view.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import { mirrored } from '../../../mirror/reads/mirrored.ts';
import type { DailyLimitsOfPersons } from '../../../operations/daily-limits.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import type { Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import { withProviderFailures } from '../../../operations/provider-failures.ts';
import { PaymentsRefused, type Payments } from '../../../ports/payments.ts';
import { refundOneCharge } from './refund-one-charge.ts';
import { refundReasonSchema, refundNote } from './refund-reason.ts';
import { chargesOfCard } from './refunds.store.ts';

type Body = z.output<typeof openRefund.body>;
type Answer = z.input<typeof openRefund.response>;

const factsSchema = refundReasonSchema.extend({
  amount: z.number(),
  shares: z.array(z.object({ charge: z.string(), amount: z.number() })),
  customer: z.string().nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }),
});
type Facts = z.infer<typeof factsSchema>;

interface Options {
  db: Db;
  operations: Operations;
  payments: Payments;
  limits: DailyLimitsOfPersons;
}

type ReadCard = ProviderCard & { card: { brand: string; last4: string; fingerprint: string } };

const isReadable = (card: ProviderCard | null): card is ReadCard => Boolean(card?.card?.fingerprint);

/**
 * Refunds to a card without naming a charge. Stripe cannot credit a card, so earlier charges of the same card are refunded, newest first,
 * as one operation.
 */
export class OpenRefundService {
  readonly #options: Options;
  readonly #kind: OperationKind<Facts, Answer>;

  constructor(options: Options) {
    this.#options = options;
    this.#kind = options.operations.define<Facts, Answer>('card.refund', factsSchema, (run) => this.#execute(run));
  }

  /** @throws Failure 403 `forbidden`, 404 `customer_not_found`, 409 `not_enough_to_refund`, `card_unknown`, `another_card` */
  async refund(principal: Principal, key: string, body: Body, last4: string | undefined): Promise<Answer> {
    const exclusive = `card:${await this.#identityOf(body)}`;
    const request = { route: openRefund.path, key, request: { body, last4 }, principal, customer: body.customer ?? null, exclusive };
    const { limits } = this.#options;
    const prepare = () => this.#prepare(principal, body, last4 ?? body.last4);
    const counting = limits.counting<Facts>(principal, 'refunds');
    const { body: answer } = await limits.reportingRefusals(principal, () => this.#kind.run(request, prepare, counting));
    return answer;
  }

  async #prepare(
    principal: Principal,
    { amount, note, notes, description, customer, ...body }: Body,
    last4: string | undefined,
  ): Promise<Facts> {
    if (customer) await knownCustomer(this.#options.db, customer);
    const { card, customer: owner } = await this.#card(body);
    // a card that was read is present; any caller can name a stored one, and its charges are the customer's
    if (owner && !body.setupIntent && !atLeast(principal.roles, Role.SalesManager)) throw forbidden();
    if (last4 !== undefined && last4 !== card.last4) throw new Failure(409, 'another_card', `The card that was read ends in ${card.last4}`);
    const charges = await chargesOfCard(this.#options.db, card.fingerprint);
    const open = charges.map((found) => ({
      id: found.charge.id,
      refundable: refundableCents(chargeFacts(found.charge, found.customerDeleted)),
    }));
    const shares = spreadRefund(open, amount);
    const why = { note: notes || note || description || '', description: description ?? null };
    if (shares) return { amount, shares, customer: customer ?? null, card: { brand: card.brand, last4: card.last4 }, ...why };
    throw notEnough(open.reduce((sum, { refundable }) => sum + refundable, 0));
  }

  /**
   * Returns the lock key of a card's refunds. A card has a different id at each customer and reader, but one fingerprint. If the card
   * cannot be read now, a new refund is refused for that reason, and an earlier one returns its response again.
   */
  async #identityOf(body: Pick<Body, 'paymentMethod' | 'setupIntent'>): Promise<string> {
    try {
      return (await this.#card(body)).card.fingerprint;
    } catch (error) {
      if (error instanceof Failure) return body.paymentMethod ?? body.setupIntent ?? '';
      throw error;
    }
  }

  /** Returns the card that a setup intent generated from the one read, otherwise the payment method itself. */
  async #card({ paymentMethod, setupIntent }: Pick<Body, 'paymentMethod' | 'setupIntent'>): Promise<ReadCard> {
    const { db, payments } = this.#options;
    const setup = setupIntent ? await withProviderFailures(payments.setupIntent(setupIntent)) : null;
    const id = setupIntent ? (setup?.generated_card ?? setup?.payment_method) : paymentMethod;
    const card = id
      ? ((await mirrored(db, 'payment_method', id)) ?? (await withProviderFailures(payments.fetch('payment_method', id, 'interactive'))))
      : null;
    if (isReadable(card)) return card;
    throw new Failure(409, 'card_unknown', 'This card can’t be recognized. Find its charge and refund it');
  }

  async #execute(run: OperationRun<Facts>): Promise<Outcome<Answer>> {
    const { amount, customer, card, note } = run.facts;
    const refunds = await refundShares(run);
    const ids = refunds.map(({ id }) => id);
    const given = refunds.reduce((sum, refund) => sum + refund.amount, 0);
    const status = refunds.every((refund) => refund.status === 'succeeded') ? 'succeeded' : 'pending';
    const agent = run.by.name;
    return {
      status: 200,
      body: { id: ids[0]!, amount: given, status, missing: amount - given, refunds },
      within: async (tx, at) => {
        const after = { card, refunds };
        await writeAudit(tx, { ...auditBy(run.by), action: 'card.refunded', subject: `refund:${ids[0]}`, after, why: note, at });
        await writeRefundReceipt(tx, run, ids, at);
        if (customer) await writeNote(tx, { customer, note: refundNote(ids, given, run.facts), agent, operation: run.id, at });
      },
    };
  }
}

interface Given extends RefundShare {
  id: string;
  status: string | null;
}

/** Refunds the newest charge first. Completed refunds stay if another charge cannot be refunded in full. */
async function refundShares(run: OperationRun<Facts>): Promise<Given[]> {
  const given: Given[] = [];
  let refusal: unknown;
  for (const [i, share] of run.facts.shares.entries()) {
    try {
      const { id, amount, status } = await refundOneCharge(run, `refund-${i + 1}`, share, run.facts);
      given.push({ id, charge: share.charge, amount, status });
    } catch (error) {
      if (!(error instanceof PaymentsRefused || error instanceof Failure)) throw error;
      refusal = error;
    }
  }
  if (given.length === 0) throw refusal;
  return given;
}

function notEnough(refundable: number): Failure {
  const words =
    refundable === 0
      ? 'This card has no earlier charges to refund'
      : `Only ${centsToDollars(refundable)} of earlier charges to this card can be refunded`;
  return new Failure(409, 'not_enough_to_refund', words, { details: { refundable } });
}
