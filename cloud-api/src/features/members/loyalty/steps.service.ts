import type { Principal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import type { RunJobNow } from '../../../jobs/run-job-now.ts';
import { liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Loyalty, LoyaltyMember } from '../../../ports/loyalty.ts';
import type { ConvergeCustomer } from './converge.ts';
import { cardNumberOf } from './desired-member.ts';
import { withLoyaltyFailures, cardTaken, loyaltyRefused, loyaltyUnavailable, loyaltyMessages } from './failures.ts';
import { unknownMember } from './loyalty-view.ts';
import type { RegisterCard } from './register.service.ts';

interface Options {
  db: Db;
  operations: Pick<Operations, 'doneBy'>;
  runJobNow: RunJobNow;
  loyalty: Loyalty;
  converge: ConvergeCustomer;
  registerCard: RegisterCard;
}

/**
 * Steps 4 and 5 of a sign-up and the last step of every plan change: run the loyalty system's pending job while the screen waits. Each
 * brings the whole member up to date, so their order does not matter.
 */
export class LoyaltySteps {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws Failure as the contract `registerLoyaltyCard` lists them */
  async register(by: Principal, key: string, id: string, number: string | null): Promise<LoyaltyMember> {
    const own = cardNumberOf(await liveCustomer(this.#options.db, id));
    if (number === null && own === null) throw noCard();
    if (number !== null && number !== own) await this.#options.registerCard.give(by, key, id, number);
    return this.#withOwnCard(await this.ofCustomer(by, id, loyaltyMessages.register));
  }

  /** @throws Failure as the contract `registerLoyaltyCard` lists them */
  async registerOfOperation(by: Principal, operationKey: string): Promise<LoyaltyMember> {
    const member = await this.ofOperation(by, operationKey, loyaltyMessages.register);
    return this.#withOwnCard(member);
  }

  /** @param what selects the failure texts @throws Failure as the contract `linkLoyalty` lists them */
  async ofOperation(by: Principal, operationKey: string, what: string): Promise<LoyaltyMember> {
    const { operations, runJobNow, loyalty } = this.#options;
    const { customer } = await operations.doneBy(by, operationKey);
    if (customer === null) throw new Failure(409, 'no_customer', 'This operation has no customer');
    const attempt = await runJobNow.attempt('converge.loyalty', customer);
    if (attempt === null) return this.ofCustomer(by, customer, what);
    if (attempt.kind === 'later') throw loyaltyUnavailable(what, attempt.reason);
    if (attempt.kind === 'refused') throw loyaltyRefused(what, attempt.reason);
    await liveCustomer(this.#options.db, customer);
    return (await withLoyaltyFailures(what, loyalty.member(customer))) ?? unknownMember(customer);
  }

  /** @param what selects the failure texts @throws Failure as the contract `linkLoyalty` lists them */
  async ofCustomer(by: Principal, id: string, what: string): Promise<LoyaltyMember> {
    const { db, converge } = this.#options;
    await liveCustomer(db, id);
    const outcome = await withLoyaltyFailures(what, converge(id, by));
    // deleted in the meantime
    return outcome === null || outcome === 'deleted' ? unknownMember(id) : outcome.member;
  }

  /** Rejects a customer's own number if lanes assign it to another customer. */
  async #withOwnCard(member: LoyaltyMember): Promise<LoyaltyMember> {
    if (member.card) return member;
    const own = cardNumberOf(await liveCustomer(this.#options.db, member.customer));
    throw own === null ? noCard() : cardTaken();
  }
}

const noCard = (): Failure => new Failure(409, 'no_card', 'This customer has no loyalty card');
