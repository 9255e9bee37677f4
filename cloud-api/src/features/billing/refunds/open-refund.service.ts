import { z } from 'zod';
import { openRefund } from '@washdesk/contracts/billing/refund';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { refundableCents, spreadRefund, type RefundShare } from '@washdesk/rules/billing/refunds';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { requireRight, type Principal } from '../../../common/caller.ts';
import { Failure, forbidden } from '../../../common/failure.ts';
import type { ProviderCard } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import { writeNote } from '../../../documents/note.ts';
import { writeRefundReceipt } from '../../../documents/operation-receipts.ts';
import { chargeFacts } from '../../../mirror/reads/charge-view.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import { mirrored } from '../../../mirror/reads/mirrored.ts';
import type { ReadFresh } from '../../../mirror/reads/read-fresh.ts';
import { cardRead, checkPresence, usePresence } from '../../../operations/card-reading.ts';
import type { DailyLimitsOfPersons } from '../../../operations/daily-limits.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import type { Begin, Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import { withProviderFailures } from '../../../operations/provider-failures.ts';
import type { Payments, SetupIntent } from '../../../ports/payments.ts';
import { refundReasonSchema, refundNote } from './refund-reason.ts';
import { exclusiveOfRefunds, mayRefund } from './refund-right.ts';
import { refundShares, sumOf } from './refund-shares.ts';
import { chargesOfCard, type FoundCharge } from './refunds.store.ts';

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
  readFresh: ReadFresh;
  limits: DailyLimitsOfPersons;
}

type ReadCard = ProviderCard & { card: { brand: string; last4: string; fingerprint: string } };

type CardNamed = Pick<Body, 'paymentMethod' | 'setupIntent'>;

/** A card with the setup intent that read it; null if it is only named. */
interface PresentedCard {
  card: ReadCard;
  setup: SetupIntent | null;
}

const isReadable = (card: ProviderCard | null): card is ReadCard => Boolean(card?.card?.fingerprint);

const refundables = (charges: readonly FoundCharge[]) =>
  charges.map(({ charge, customerDeleted }) => ({ id: charge.id, refundable: refundableCents(chargeFacts(charge, customerDeleted)) }));

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
    const exclusive = await this.#exclusive(body);
    const request = { route: openRefund.path, key, request: { body, last4 }, principal, customer: body.customer ?? null, exclusive };
    const { limits } = this.#options;
    let presented: PresentedCard | null = null;
    const prepare = async () => {
      presented = await this.#card(body);
      return this.#prepare(principal, body, presented, last4 ?? body.last4);
    };
    const counting = limits.counting<Facts>(principal, 'refunds');
    const begin: Begin<Facts> = async (tx, begun) => {
      await counting(tx, begun);
      const { setup, card } = presented!;
      if (setup) await usePresence(tx, { setup, card: card.id, operation: begun.operation });
    };
    const { body: answer } = await limits.reportingRefusals(principal, () => this.#kind.run(request, prepare, begin));
    return answer;
  }

  async #prepare(
    principal: Principal,
    { amount, note, notes, description, customer }: Body,
    { card: { card }, setup }: PresentedCard,
    last4: string | undefined,
  ): Promise<Facts> {
    if (customer) await knownCustomer(this.#options.db, customer);
    if (setup) await checkPresence(this.#options.db, setup, principal);
    // any caller can name a card that no reader read
    else requireRight(principal, 'SalesManager');
    if (last4 !== undefined && last4 !== card.last4) throw new Failure(409, 'another_card', `The card that was read ends in ${card.last4}`);
    const shares = await this.#shares(principal, card.fingerprint, amount);
    const why = { note: notes || note || description || '', description: description ?? null };
    return { amount, shares, customer: customer ?? null, card: { brand: card.brand, last4: card.last4 }, ...why };
  }

  /**
   * Distributes the amount over the charges that the caller may refund, as the provider reports them now: the mirror may be behind.
   * @throws Failure 403 `forbidden` if only SalesManager may refund enough of them, 409 `not_enough_to_refund`
   */
  async #shares(principal: Principal, fingerprint: string, amount: number): Promise<RefundShare[]> {
    const { db, readFresh } = this.#options;
    const read = new Set<string>();
    for (;;) {
      const all = await chargesOfCard(db, fingerprint);
      const shares = spreadRefund(refundables(all.filter((found) => mayRefund(principal, found))), amount);
      if (!shares && spreadRefund(refundables(all), amount)) {
        throw forbidden('These charges are a customer’s. SalesManager and above can approve the refund');
      }
      if (!shares) throw notEnough(refundables(all).reduce((sum, { refundable }) => sum + refundable, 0));
      const unread = shares.filter(({ charge }) => !read.has(charge));
      if (unread.length === 0) return shares;
      for (const { charge } of unread) {
        await readFresh('charge', charge);
        read.add(charge);
      }
    }
  }

  /** If the card cannot be read now, a new refund is refused for that reason, and an earlier one returns its response again. */
  async #exclusive(body: CardNamed): Promise<string> {
    try {
      const { card } = await this.#card(body);
      return exclusiveOfRefunds({ fingerprint: card.card.fingerprint, charge: card.id });
    } catch (error) {
      if (error instanceof Failure) return `card:${body.paymentMethod ?? body.setupIntent ?? ''}`;
      throw error;
    }
  }

  /** Returns the card that was read for the setup intent, otherwise the payment method itself. */
  async #card({ paymentMethod, setupIntent }: CardNamed): Promise<PresentedCard> {
    const { db, payments } = this.#options;
    if (setupIntent) {
      const { setup, card } = await cardRead(payments, setupIntent);
      if (isReadable(card)) return { card, setup };
    } else if (paymentMethod) {
      const card =
        (await mirrored(db, 'payment_method', paymentMethod)) ??
        (await withProviderFailures(payments.fetch('payment_method', paymentMethod, 'interactive')));
      if (isReadable(card)) return { card, setup: null };
    }
    throw new Failure(409, 'card_unknown', 'This card can’t be recognized. Find its charge and refund it');
  }

  async #execute(run: OperationRun<Facts>): Promise<Outcome<Answer>> {
    const { amount, customer, card, note } = run.facts;
    const { given: refunds, refusal } = await refundShares(run, run.facts.shares, run.facts);
    if (refunds.length === 0) throw refusal;
    const ids = refunds.map(({ id }) => id);
    const given = sumOf(refunds);
    const missing = amount - given;
    const succeeded = refunds.every((refund) => refund.status === 'succeeded') ? 'succeeded' : 'pending';
    const agent = run.by.name;
    return {
      status: 200,
      body: { id: ids[0]!, amount: given, status: missing > 0 ? 'partial' : succeeded, missing, refunds },
      within: async (tx, at) => {
        const after = { card, refunds, ...(missing > 0 && { missing }) };
        await writeAudit(tx, { ...auditBy(run.by), action: 'card.refunded', subject: `refund:${ids[0]}`, after, why: note, at });
        await writeRefundReceipt(tx, run, ids, at);
        if (customer) await writeNote(tx, { customer, note: refundNote(ids, given, run.facts, missing), agent, operation: run.id, at });
      },
    };
  }
}

function notEnough(refundable: number): Failure {
  const words =
    refundable === 0
      ? 'This card has no earlier charges to refund'
      : `Only ${centsToDollars(refundable)} of earlier charges to this card can be refunded`;
  return new Failure(409, 'not_enough_to_refund', words, { details: { refundable } });
}
