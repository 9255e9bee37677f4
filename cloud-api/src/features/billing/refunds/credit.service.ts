import { z } from 'zod';
import { creditWays, settleCredit, type Credit } from '@washdesk/contracts/billing/credit';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { refundableCents, spreadRefund, type RefundShare } from '@washdesk/rules/billing/refunds';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { writeNote } from '../../../documents/note.ts';
import { writeRefundReceipt } from '../../../documents/operation-receipts.ts';
import { chargeFacts } from '../../../mirror/reads/charge-view.ts';
import { creditOf } from '../../../mirror/reads/customer-credit.ts';
import { knownCustomer, liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { ReadFresh } from '../../../mirror/reads/read-fresh.ts';
import type { DailyLimitsOfPersons } from '../../../operations/daily-limits.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import { exclusiveOfCustomer, type Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import { withProviderFailures } from '../../../operations/provider-failures.ts';
import type { Payments } from '../../../ports/payments.ts';
import { refundReasonSchema } from './refund-reason.ts';
import { refundShares, sumOf } from './refund-shares.ts';
import { chargesOfCustomer, type FoundCharge } from './refunds.store.ts';

type Body = z.output<typeof settleCredit.body>;
type Answer = z.input<typeof settleCredit.response>;

const factsSchema = refundReasonSchema.extend({
  customer: z.string(),
  way: z.enum(creditWays),
  amount: z.number(),
  to: z.string().nullable(),
  shares: z.array(z.object({ charge: z.string(), amount: z.number() })),
  /** Amounts that no invoice will bill; with tax. They are moved to the balance first. */
  stranded: z.array(z.object({ id: z.string(), total: z.number() })),
});
type Facts = z.infer<typeof factsSchema>;

interface Options {
  db: Db;
  operations: Operations;
  payments: Payments;
  readFresh: ReadFresh;
  limits: DailyLimitsOfPersons;
}

/** Shows and settles a customer's credit (docs/rules/billing.md#credits). */
export class CreditService {
  readonly #options: Options;
  readonly #kind: OperationKind<Facts, Answer>;

  constructor(options: Options) {
    this.#options = options;
    this.#kind = options.operations.define<Facts, Answer>('credit.settle', factsSchema, execute);
  }

  /** @throws Failure 404 `customer_not_found` */
  async of(id: string): Promise<Credit> {
    const { db, payments } = this.#options;
    await knownCustomer(db, id);
    const [credit, charges] = await Promise.all([withProviderFailures(creditOf(payments, id)), chargesOfCustomer(db, id)]);
    return { ...credit, refundable: Math.min(credit.available, totalOf(refundables(charges))) };
  }

  /** @throws Failure 404 `customer_not_found`, 409 `customer_deleted`, `no_credit`, `not_enough_to_refund`, `same_customer` */
  async settle(principal: Principal, key: string, id: string, body: Body): Promise<Answer> {
    const { limits } = this.#options;
    const request = { route: settleCredit.path, key, request: { id, body }, principal, customer: id, exclusive: exclusiveOfCustomer(id) };
    const run = () => this.#kind.run(request, () => this.#prepare(id, body), limits.counting<Facts>(principal, 'refunds'));
    return (await limits.reportingRefusals(principal, run)).body;
  }

  async #prepare(id: string, { way, amount: wanted, to, notes }: Body): Promise<Facts> {
    const { db, payments } = this.#options;
    if (to === id) throw new Failure(409, 'same_customer', 'Choose another customer');
    await Promise.all([liveCustomer(db, id), to === undefined ? null : liveCustomer(db, to)]);
    const { available, waiting } = await withProviderFailures(creditOf(payments, id));
    const amount = wanted ?? available;
    if (amount === 0 || amount > available) throw noCredit(available);
    return {
      customer: id,
      way,
      amount,
      to: to ?? null,
      shares: way === 'refund' ? await this.#shares(id, amount) : [],
      stranded: waiting.filter(({ stranded }) => stranded).map((one) => ({ id: one.id, total: one.amount + one.tax })),
      note: notes,
      description: 'Credit paid out',
    };
  }

  /** Distributes the amount over charges as the provider reports them now. */
  async #shares(id: string, amount: number): Promise<RefundShare[]> {
    const { db, readFresh } = this.#options;
    const read = new Set<string>();
    for (;;) {
      const open = refundables(await chargesOfCustomer(db, id));
      const shares = spreadRefund(open, amount);
      if (!shares) throw notEnough(totalOf(open));
      const unread = shares.filter(({ charge }) => !read.has(charge));
      if (unread.length === 0) return shares;
      for (const { charge } of unread) {
        await readFresh('charge', charge);
        read.add(charge);
      }
    }
  }
}

const refundables = (charges: readonly FoundCharge[]) =>
  charges.map(({ charge, customerDeleted }) => ({ id: charge.id, refundable: refundableCents(chargeFacts(charge, customerDeleted)) }));

const totalOf = (open: readonly { refundable: number }[]): number => open.reduce((sum, { refundable }) => sum + refundable, 0);

async function execute(run: OperationRun<Facts>): Promise<Outcome<Answer>> {
  const { customer: id, way, amount, to, shares, stranded, note: why } = run.facts;
  let freed = 0;
  for (const { id: item, total } of stranded) {
    const gone = await run.do(`item-${item}`, () => run.payments.deletePendingItem(item));
    if (gone) freed += total;
  }
  const { given, refusal } = await refundShares(run, shares, run.facts);
  const settled = way === 'refund' ? sumOf(given) : amount;
  await changeBalance(run, { customer: id, amount: freed + settled });
  if (refusal && given.length === 0) throw refusal;
  if (to !== null) await changeBalance(run, { customer: to, amount: -settled });
  const customer = await run.read('customer', id);
  if (to !== null) await run.read('customer', to);
  const ids = given.map((refund) => refund.id);
  const agent = run.by.name;
  return {
    status: 200,
    body: { amount: settled, balance: customer?.balance ?? 0, refunds: given },
    within: async (tx, at) => {
      const after = { way, amount: settled, to, refunds: ids, balance: customer?.balance ?? 0 };
      await writeAudit(tx, { ...auditBy(run.by), action: 'credit.settled', subject: `customer:${id}`, after, why, at });
      if (ids.length > 0) await writeRefundReceipt(tx, run, ids, at);
      await writeNote(tx, {
        customer: id,
        note: `Credit of ${centsToDollars(settled)} ${words[way]}: ${why}`,
        agent,
        operation: run.id,
        at,
      });
      if (to !== null) {
        await writeNote(tx, { customer: to, note: `Credit of ${centsToDollars(settled)} received: ${why}`, agent, operation: run.id, at });
      }
    },
  };
}

const words = { refund: 'paid out', move: 'moved to another customer', forfeit: 'given up' };

async function changeBalance(run: OperationRun<Facts>, { customer, amount }: { customer: string; amount: number }): Promise<void> {
  if (amount === 0) return;
  const wanted = { customer, amount, description: `Credit ${words[run.facts.way]}`, metadata: { agent: run.by.name } };
  const step = customer === run.facts.customer ? 'balance' : 'balance-of-other';
  await run.do(
    step,
    (name) => run.payments.changeBalance(name, wanted),
    () => run.payments.balanceChangeMadeBy(run.id, { customer }),
  );
}

function noCredit(available: number): Failure {
  const message = available === 0 ? 'This customer has no credit' : `This customer’s credit is ${centsToDollars(available)}`;
  return new Failure(409, 'no_credit', message, { details: { available } });
}

const notEnough = (refundable: number): Failure =>
  new Failure(409, 'not_enough_to_refund', `Only ${centsToDollars(refundable)} of earlier charges can be refunded. Move the rest`, {
    details: { refundable },
  });
