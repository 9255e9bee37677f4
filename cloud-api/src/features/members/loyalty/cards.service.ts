import type { LoyaltyGroup } from '@washdesk/rules/plans/loyalty';
import { Role, atLeast } from '@washdesk/rules/company/roles';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import type { Principal } from '../../../common/caller.ts';
import { forbidden } from '../../../common/failure.ts';
import { knownCustomer, liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { CardFields, Loyalty, LoyaltyMember } from '../../../ports/loyalty.ts';
import type { ConvergeCustomer } from './converge.ts';
import { withLoyaltyFailures, cardNotFound, loyaltyMessages } from './failures.ts';
import { unknownMember } from './loyalty-view.ts';
import { primaryCodeHolder } from './code-holder.store.ts';

interface Options {
  db: Db;
  loyalty: Loyalty;
  clock: Clock;
  converge: ConvergeCustomer;
}

interface Change {
  action: string;
  before: LoyaltyMember;
  /** Null where the member does not exist any more. */
  change: Promise<LoyaltyMember | null>;
  what: string;
}

/** Loyalty cards and groups as people see them and change them by hand. */
export class LoyaltyCards {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws Failure 404 `customer_not_found`, 503 `loyalty_unavailable` */
  async ofCustomer(by: Principal, id: string): Promise<LoyaltyMember> {
    const { deleted } = await knownCustomer(this.#options.db, id);
    const member = await withLoyaltyFailures(loyaltyMessages.load, this.#options.loyalty.member(id));
    if (member || deleted) return member ?? unknownMember(id);
    return this.#introduced(by, id);
  }

  /** @throws Failure 404 `card_not_found`, 503 `loyalty_unavailable` */
  async holder(by: Principal, card: string): Promise<LoyaltyMember> {
    const { db, loyalty } = this.#options;
    const holder = await withLoyaltyFailures(loyaltyMessages.load, loyalty.holder(card));
    if (holder) return holder;
    const codeHolder = await primaryCodeHolder(db, card);
    const member = codeHolder === null ? null : await this.#introduced(by, codeHolder);
    if (member?.card?.number !== card) throw cardNotFound();
    return member;
  }

  /** @throws Failure 404 `card_not_found`, 503 `loyalty_unavailable` */
  async write(by: Principal, card: string, fields: Partial<CardFields>): Promise<LoyaltyMember> {
    const { loyalty, clock } = this.#options;
    const before = await this.holder(by, card);
    const change = loyalty.writeCard(card, fields, clock.now());
    return this.#changed(by, { action: 'loyalty-card.changed', before, change, what: loyaltyMessages.card });
  }

  /** @throws Failure 403 `forbidden`, 404 `card_not_found` or `customer_not_found`, 409 `customer_deleted`, 503 `loyalty_unavailable` */
  async setGroups(by: Principal, whose: { card: string } | { customer: string }, groups: readonly LoyaltyGroup[]): Promise<LoyaltyMember> {
    if (!atLeast(by.roles, Role.SalesManager)) throw forbidden();
    const { loyalty, clock } = this.#options;
    const before = 'card' in whose ? await this.holder(by, whose.card) : await this.#live(by, whose.customer);
    const change = loyalty.setGroups(before.customer, groups, clock.now());
    return this.#changed(by, { action: 'loyalty-groups.changed', before, change, what: loyaltyMessages.groups });
  }

  /** @throws Failure 404 `card_not_found`, 503 `loyalty_unavailable` */
  async unlink(by: Principal, card: string): Promise<LoyaltyMember> {
    const { loyalty, clock } = this.#options;
    const before = await this.holder(by, card);
    const change = loyalty.unlink(before.customer, clock.now());
    return this.#changed(by, { action: 'loyalty-groups.removed', before, change, what: loyaltyMessages.groups });
  }

  async #live(by: Principal, customer: string): Promise<LoyaltyMember> {
    await liveCustomer(this.#options.db, customer);
    return this.ofCustomer(by, customer);
  }

  /** Writes a customer into the loyalty system who is not known there yet, such as a member from before Washdesk. */
  async #introduced(by: Principal, customer: string): Promise<LoyaltyMember> {
    const outcome = await withLoyaltyFailures(loyaltyMessages.load, this.#options.converge(customer, by));
    return outcome === null || outcome === 'deleted' ? unknownMember(customer) : outcome.member;
  }

  /** Audited even where nothing changed, because an earlier try may have ended between the change and its audit. */
  async #changed(by: Principal, { action, before, change, what }: Change): Promise<LoyaltyMember> {
    const after = await withLoyaltyFailures(what, change);
    if (!after) throw cardNotFound();
    const { db, clock } = this.#options;
    const entry = { ...auditBy(by), action, subject: `customer:${before.customer}`, at: clock.now() };
    await writeAudit(db, { ...entry, before, after });
    return after;
  }
}
