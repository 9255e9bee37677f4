import { z } from 'zod';
import { refundCharge } from '@washdesk/contracts/billing/refund';
import { refundRefusal, refundableCents } from '@washdesk/rules/billing/refunds';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure, forbidden, notFound } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { writeNote } from '../../../documents/note.ts';
import { writeRefundReceipt } from '../../../documents/operation-receipts.ts';
import { chargeFacts } from '../../../mirror/reads/charge-view.ts';
import type { ReadFresh } from '../../../mirror/reads/read-fresh.ts';
import type { DailyLimitsOfPersons } from '../../../operations/daily-limits.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import type { Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import { refundOneCharge } from './refund-one-charge.ts';
import { refundReasonSchema, refundNote } from './refund-reason.ts';
import { exclusiveOfRefunds, mayRefund } from './refund-right.ts';
import { chargeById, type FoundCharge } from './refunds.store.ts';

type Body = z.output<typeof refundCharge.body>;
type Answer = z.input<typeof refundCharge.response>;

const factsSchema = refundReasonSchema.extend({
  charge: z.string(),
  amount: z.number(),
  customer: z.string().nullable(),
  refundedBefore: z.number(),
});
type Facts = z.infer<typeof factsSchema>;

interface Options {
  db: Db;
  operations: Operations;
  readFresh: ReadFresh;
  limits: DailyLimitsOfPersons;
}

/** Refunds one charge at a time, never above the captured amount (docs/rules/billing.md#charges). */
export class ChargeRefundService {
  readonly #db: Db;
  readonly #readFresh: ReadFresh;
  readonly #limits: DailyLimitsOfPersons;
  readonly #kind: OperationKind<Facts, Answer>;

  constructor({ db, operations, readFresh, limits }: Options) {
    this.#db = db;
    this.#readFresh = readFresh;
    this.#limits = limits;
    this.#kind = operations.define<Facts, Answer>('charge.refund', factsSchema, (run) => this.#execute(run));
  }

  /** @throws Failure 403 `forbidden`, 404 `charge_not_found`, 409 with a code of rules/refunds */
  async refund(principal: Principal, key: string, id: string, body: Body): Promise<Answer> {
    const found = await this.#charge(id);
    const { customer } = found;
    const exclusive = exclusiveOfRefunds({ fingerprint: found.fingerprint, charge: id });
    const request = { route: refundCharge.path, key, request: { id, body }, principal, customer, exclusive };
    const counting = this.#limits.counting<Facts>(principal, 'refunds');
    const run = () => this.#kind.run(request, () => this.#prepare(principal, id, body), counting);
    const { body: answer } = await this.#limits.reportingRefusals(principal, run);
    return answer;
  }

  async #prepare(principal: Principal, id: string, { amount, notes, note, description }: Body): Promise<Facts> {
    // the mirror may be behind: what another refund took outside Washdesk is gone
    await this.#readFresh('charge', id);
    const found = await this.#charge(id);
    if (!mayRefund(principal, found)) throw forbidden();
    const facts = chargeFacts(found.charge, found.customerDeleted);
    const refusal = refundRefusal(facts, amount);
    if (refusal) throw new Failure(409, refusal.code, refusal.message, { details: { refundable: refundableCents(facts) } });
    const why = { note: notes || note || '', description: description ?? null };
    return { charge: id, amount, customer: found.customer, refundedBefore: found.charge.amount_refunded, ...why };
  }

  async #execute(run: OperationRun<Facts>): Promise<Outcome<Answer>> {
    const { charge, amount, customer, refundedBefore, note } = run.facts;
    const refund = await refundOneCharge(run, 'refund', { charge, amount }, run.facts);
    const agent = run.by.name;
    return {
      status: 200,
      body: { id: refund.id, charge, amount: refund.amount, status: refund.status },
      within: async (tx, at) => {
        const change = { before: { refunded: refundedBefore }, after: { refund: refund.id, refunded: refundedBefore + refund.amount } };
        await writeAudit(tx, { ...auditBy(run.by), action: 'charge.refunded', subject: `charge:${charge}`, ...change, why: note, at });
        await writeRefundReceipt(tx, run, [refund.id], at);
        if (customer)
          await writeNote(tx, { customer, note: refundNote([refund.id], refund.amount, run.facts), agent, operation: run.id, at });
      },
    };
  }

  async #charge(id: string): Promise<FoundCharge> {
    const found = await chargeById(this.#db, id);
    if (!found) throw notFound('charge_not_found', 'Charge not found');
    return found;
  }
}
