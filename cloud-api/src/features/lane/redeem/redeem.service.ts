import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { redeem } from '@washdesk/contracts/lane/redeem';
import { codeKind } from '@washdesk/rules/codes/codes';
import { admissionOf, admits } from '@washdesk/rules/lane/admission';
import { recentListLength, redeemMessages } from '@washdesk/rules/lane/redeem';
import { isPaymentDue } from '@washdesk/rules/plans/statuses';
import { ownScope, siteOf, type Principal } from '../../../common/caller.ts';
import { Failure, notFound, keyReused } from '../../../common/failure.ts';
import { markReplayed } from '../../../common/replay.ts';
import type { Pool } from '../../../db/pool.ts';
import type { StoredAnswer } from '../../../keyed-changes/answer.store.ts';
import type { Clock } from '../../../ports/clock.ts';
import { chosenMembership } from './chosen-membership.ts';
import { membershipOf, type Membership } from './membership.store.ts';
import { recentUsagesOf, inRedeemTransaction, type RedeemTransaction } from './usage.store.ts';

export type DxtResult = z.input<typeof redeem.response>;

interface RedeemedCode {
  code: string;
  /** The customer chosen on a screen. */
  customer?: string | undefined;
}

/** Returns the response of a lookup; recording a usage extends it. */
function described(code: string, member: Membership, now: Date): DxtResult {
  const active = admits(admissionOf(member, now));
  return {
    found: true,
    active,
    hasAccess: active,
    expires: member.periodEnd?.toISOString() ?? null,
    priceIncrease: active && member.priceIncrease,
    scheduleId: member.schedule,
    PlanName: member.planName,
    id: member.customer,
    type: codeKind(code),
    status: member.subscription ? member.status : null,
    name: member.name,
    usageId: null,
    redeemed: null,
    otherHolders: member.otherHolders,
  };
}

/** Lookups and redeems from the cloud's own tables, without waiting for Stripe or a site (docs/decisions/0017-redeem.md). */
export class RedeemService {
  readonly #pool: Pool;
  readonly #clock: Clock;
  /** Milliseconds in which a member is admitted only once (setting `redeemWindowMs`). */
  readonly #windowMs: () => Promise<number>;
  /** Days that a good status remains valid after its period (setting `goodDaysAfterPeriodEnd`). */
  readonly #goodDays: () => Promise<number>;
  /** Called after a commit that added a job for a site. */
  readonly #jobsAdded: () => void;
  /** Called with the site after the commit of a redeem. */
  readonly #redeemed: (site: number) => void;

  constructor(options: {
    pool: Pool;
    clock: Clock;
    windowMs: () => Promise<number>;
    goodDays: () => Promise<number>;
    jobsAdded: () => void;
    redeemed: (site: number) => void;
  }) {
    this.#pool = options.pool;
    this.#clock = options.clock;
    this.#windowMs = options.windowMs;
    this.#goodDays = options.goodDays;
    this.#jobsAdded = options.jobsAdded;
    this.#redeemed = options.redeemed;
  }

  /** @throws Failure 404 `customer_not_found`, 409 `code_not_held` */
  async look({ code, customer }: RedeemedCode): Promise<DxtResult> {
    return described(code, await this.#member({ code, customer }), this.#clock.now());
  }

  /**
   * Records a usage at the principal's site, unless the customer redeemed within the redeem window. The same key always returns the first
   * response.
   * @throws Failure 404 `customer_not_found`, 409 `no_location` or `code_not_held`, 422 `key_reused`
   */
  async redeem({ code, customer }: RedeemedCode, principal: Principal, key: string): Promise<DxtResult> {
    const site = siteOf(principal);
    const member = await this.#member({ code, customer });
    const answerKey = { principal: ownScope(principal), route: redeem.path, key };
    const requestHash = createHash('sha256')
      .update(customer === undefined ? code : `${code} ${customer}`)
      .digest();
    const windowMs = await this.#windowMs();
    const answer = await inRedeemTransaction(this.#pool, async (tx) => {
      await tx.lockCustomer(member.customer);
      const kept = await tx.answerOf(answerKey);
      if (kept) return this.#replay(kept, requestHash);
      const fresh = await this.#record(tx, { code, windowMs }, member, { ...principal, site });
      await tx.keepAnswer(answerKey, { requestHash, status: 200, body: { ...fresh } }, this.#clock.now());
      return fresh;
    });
    if (answer.usageId && answer.error === undefined) {
      this.#jobsAdded();
      this.#redeemed(site);
    }
    return answer;
  }

  /** Returns the latest usages at the principal's site within the redeem window. @throws Failure 409 `no_location` */
  async recent(principal: Principal) {
    const windowMs = await this.#windowMs();
    const after = new Date(this.#clock.now().getTime() - windowMs);
    const rows = await recentUsagesOf(this.#pool.db, siteOf(principal), after, recentListLength);
    const usages = rows.map((row) => ({
      id: row.id,
      code: row.code,
      customer: row.customer,
      redeemed: row.at.toISOString(),
      planName: row.plan_name || null,
      name: row.name,
      paymentDue: row.status !== null && isPaymentDue(row.status),
    }));
    return { usages, windowMs };
  }

  /** Returns the chosen customer's membership, otherwise the one that lanes admit. */
  async #member({ code, customer }: RedeemedCode): Promise<Membership> {
    const member = await membershipOf(this.#pool, code);
    if (customer === undefined || member?.customer === customer) {
      if (!member) throw notFound('customer_not_found', redeemMessages.customerNotFound);
      return member;
    }
    const chosen = await chosenMembership(this.#pool, { code, customer }, this.#clock.now(), await this.#goodDays());
    if (!chosen) throw new Failure(409, 'code_not_held', redeemMessages.codeNotHeld);
    return chosen;
  }

  async #record(
    tx: RedeemTransaction,
    { code, windowMs }: { code: string; windowMs: number },
    member: Membership,
    by: Principal & { site: number },
  ): Promise<DxtResult> {
    const at = this.#clock.now();
    const answer = described(code, member, at);
    if (!answer.active) return answer;
    const recent = await tx.latestUsage(member.customer, new Date(at.getTime() - windowMs));
    if (recent) return { ...answer, usageId: recent.id, redeemed: recent.at.toISOString(), error: redeemMessages.alreadyRedeemed };

    const id = uuidv7();
    const planName = member.planName ?? '';
    const usage = { id, code, planName, terminal: by.terminal, employee: by.employee };
    await tx.record(
      { ...usage, customer: member.customer, subscription: member.subscription, site: by.site, priceIncrease: answer.priceIncrease, at },
      {
        id: uuidv7(),
        payload: { code, planName, productClass: member.productClass, terminal: by.terminal, employee: by.employee, at: at.toISOString() },
      },
    );
    return { ...answer, usageId: id, redeemed: at.toISOString() };
  }

  #replay(kept: StoredAnswer, requestHash: Buffer): DxtResult {
    if (!kept.requestHash.equals(requestHash)) {
      throw keyReused();
    }
    markReplayed();
    return redeem.response.parse(kept.body);
  }
}
