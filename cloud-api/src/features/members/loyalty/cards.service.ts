import type { LoyaltyGroup } from '@washdesk/rules/plans/loyalty';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { requireRight, type KeyedCall, type Principal } from '../../../common/caller.ts';
import type { Db } from '../../../db/pool.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import { knownCustomer, liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { CardFields, Loyalty, LoyaltyMember } from '../../../ports/loyalty.ts';
import { primaryCodeHolder } from './code-holder.store.ts';
import type { ConvergeCustomer } from './converge.ts';
import { withLoyaltyFailures, cardNotFound, loyaltyMessages } from './failures.ts';
import { unknownMember } from './loyalty-view.ts';

interface Options {
  db: Db;
  loyalty: Loyalty;
  clock: Clock;
  converge: ConvergeCustomer;
}

interface Change {
  action: string;
  /** Finds the member before the change. */
  holder: () => Promise<LoyaltyMember>;
  /** Null if the member no longer exists. */
  change: (before: LoyaltyMember) => Promise<LoyaltyMember | null>;
  what: string;
}

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
  write(call: KeyedCall, card: string, fields: Partial<CardFields>): Promise<LoyaltyMember> {
    const { loyalty, clock } = this.#options;
    return this.#changed(call, {
      action: 'loyalty-card.changed',
      holder: () => this.holder(call.principal, card),
      change: () => loyalty.writeCard(card, fields, clock.now()),
      what: loyaltyMessages.card,
    });
  }

  /** @throws Failure 403 `forbidden`, 404 `card_not_found` or `customer_not_found`, 409 `customer_deleted`, 503 `loyalty_unavailable` */
  async setGroups(call: KeyedCall, of: { card: string } | { customer: string }, groups: readonly LoyaltyGroup[]): Promise<LoyaltyMember> {
    const by = call.principal;
    requireRight(by, 'SalesManager');
    const { loyalty, clock } = this.#options;
    return this.#changed(call, {
      action: 'loyalty-groups.changed',
      holder: () => ('card' in of ? this.holder(by, of.card) : this.#live(by, of.customer)),
      change: ({ customer }) => loyalty.setGroups(customer, groups, clock.now()),
      what: loyaltyMessages.groups,
    });
  }

  /** @throws Failure 404 `card_not_found`, 503 `loyalty_unavailable` */
  unlink(call: KeyedCall, card: string): Promise<LoyaltyMember> {
    const { loyalty, clock } = this.#options;
    return this.#changed(call, {
      action: 'loyalty-groups.removed',
      holder: () => this.holder(call.principal, card),
      change: ({ customer }) => loyalty.unlink(customer, clock.now()),
      what: loyaltyMessages.groups,
    });
  }

  async #live(by: Principal, customer: string): Promise<LoyaltyMember> {
    await liveCustomer(this.#options.db, customer);
    return this.ofCustomer(by, customer);
  }

  /** Adds a customer missing from the loyalty system, such as a member from before Washdesk. */
  async #introduced(by: Principal, customer: string): Promise<LoyaltyMember> {
    const outcome = await withLoyaltyFailures(loyaltyMessages.load, this.#options.converge(customer, by));
    return outcome === null || outcome === 'deleted' ? unknownMember(customer) : outcome.member;
  }

  /** Writes an audit row even if nothing changed, because an earlier attempt may have ended between the change and its audit row. */
  #changed(call: KeyedCall, { action, holder, change, what }: Change): Promise<LoyaltyMember> {
    const { db, clock } = this.#options;
    return keyedChange(db, call, async (tx) => {
      const before = await holder();
      const after = await withLoyaltyFailures(what, change(before));
      if (!after) throw cardNotFound();
      const entry = { ...auditBy(call.principal), action, subject: `customer:${before.customer}`, at: clock.now() };
      await writeAudit(tx, { ...entry, before, after });
      return after;
    });
  }
}
