import { v7 as uuidv7 } from 'uuid';
import type { GiftCard } from '@washdesk/contracts/sites/gift-card';
import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import type { GiftCard as SitewatchGiftCard } from '@washdesk/site-protocol/sitewatch';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { siteOf, type Principal } from '../../../common/caller.ts';
import { Failure, notFound, keyReused } from '../../../common/failure.ts';
import { markReplayed } from '../../../common/replay.ts';
import { hashOfRequest } from '../../../common/request-hash.ts';
import type { Db } from '../../../db/pool.ts';
import { writeReceipt } from '../../../documents/receipt.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';
import { mayBeDone, type NotAnswered } from '../../../ports/site-outcome.ts';
import { askSitewatch, sitewatchAway } from './ask-site.ts';
import { beginDeduction, endDeduction, markUnsent, type Deduction, type Ending } from './deduction.store.ts';
import { knownPlace } from './known-place.ts';

export interface GiftCardsOptions {
  db: Db;
  clock: Clock;
  sites: SiteCommands;
}

export interface RequestedDeduction {
  key: string;
  code: string;
  /** The card's objid; undefined if the caller named none. */
  card: number | undefined;
  /** Cents. */
  amount: number;
}

/** Returns the cards, or throws the screen's message for the outcome (docs/rules/sites.md#gift-cards). */
function answerOf({ result, cards }: Ending): GiftCard[] {
  switch (result) {
    case 'deducted':
      return cards.map(giftCardRow);
    case 'not-found':
      throw notFound('gift_card_not_found', cards.length > 0 ? 'This card no longer has this code' : 'Giftcard code not found');
    case 'zero-balance':
      throw new Failure(409, 'zero_balance', 'Giftcard has zero balance');
    case 'exceeds-balance':
      throw new Failure(409, 'exceeds_balance', 'Amount exceeds balance');
    default:
      return result satisfies never;
  }
}

/** Gift cards, stored in each Sitewatch, which also ensures that none goes below zero. */
export class GiftCards {
  readonly #options: GiftCardsOptions;

  constructor(options: GiftCardsOptions) {
    this.#options = options;
  }

  /** @throws Failure 409 `no_location`, 503 `site_unreachable` */
  async find(principal: Principal, code: string): Promise<GiftCard[]> {
    const { db, sites } = this.#options;
    const { cards } = await askSitewatch(sites, await knownPlace(db, siteOf(principal)), 'sitewatch.gift-cards', { code });
    return cards.map(giftCardRow);
  }

  /**
   * One command per key: pressing twice queries Sitewatch twice and deducts once.
   * @throws Failure 404 `gift_card_not_found`, 409 `zero_balance`, 409 `exceeds_balance`, 409 `refused`, 422 `key_reused`,
   *   503 `site_unreachable`, 503 `outcome_unknown`
   */
  async deduct(principal: Principal, wanted: RequestedDeduction): Promise<GiftCard[]> {
    const { db, clock, sites } = this.#options;
    const { key, code, card, amount } = wanted;
    const requestHash = hashOfRequest({ code, card, amount });
    const by = { principal: principal.id, site: siteOf(principal) };
    const deduction = await beginDeduction(db, { id: uuidv7(), ...by, key, requestHash, code, amount, asked: clock.now() });
    if (!deduction.requestHash.equals(requestHash)) {
      throw keyReused();
    }
    if (deduction.ending) {
      markReplayed();
      return answerOf(deduction.ending);
    }
    const { id, site, fresh } = deduction;
    const payload = { code, card, amount };
    const outcome = await sites.send(site, sitewatchDevice, 'sitewatch.deduct-gift-card', payload, { id, sentBefore: !fresh });
    if (outcome.kind !== 'answered') return this.#withoutAnswer(deduction, outcome);
    const { result, cards, card: deductedCard } = outcome.result;
    if (result === 'unknown') return this.#withoutAnswer(deduction, { kind: 'unknown', message: 'The site sent an invalid response' });
    const ending = { result, cards, card: deductedCard };
    await this.#keep(principal, deduction, ending);
    return answerOf(ending);
  }

  /**
   * @throws Failure always: a deduction that was not made may be tried with a new key; one that may have been made is retried with the same
   * key
   */
  async #withoutAnswer({ id, site, fresh }: Deduction, outcome: NotAnswered): Promise<never> {
    const { db } = this.#options;
    const place = await knownPlace(db, site);
    if (mayBeDone(outcome) || !fresh) {
      throw new Failure(503, 'outcome_unknown', `Sitewatch of ${place.name} hasn’t confirmed that the amount was deducted`, {
        details: { site, reason: outcome.message },
      });
    }
    await markUnsent(db, id);
    if (outcome.kind === 'refused' && outcome.code === 'rejected') throw new Failure(409, 'refused', outcome.message);
    throw sitewatchAway(place, outcome.message);
  }

  /** Stores the outcome with audit row and receipt, once, whichever of two responses comes first. */
  async #keep(principal: Principal, { id, site, code, amount }: Deduction, ending: Ending): Promise<void> {
    const at = this.#options.clock.now();
    await this.#options.db.transaction().execute(async (tx) => {
      const first = await endDeduction(tx, id, ending, at);
      if (!first || ending.result !== 'deducted') return;
      // anyone with a card's full code can spend it
      const facts = { ending: code.slice(-4), card: ending.card?.objid, amount, balance: balanceOf(ending) };
      const { terminal, employee, name: agent } = principal;
      await writeAudit(tx, { ...auditBy(principal), site, action: 'giftcard.deducted', subject: `giftcard:${id}`, after: facts, at });
      const who = { customer: null, operation: null, site, terminal, employee, agent };
      await writeReceipt(tx, { kind: 'giftcard', subject: id, ...who, facts, at });
    });
  }
}

const dollars = (cents: number): number => cents / 100;

/** The only place that converts cents to dollars (docs/rules/sites.md#gift-cards). */
const giftCardRow = ({ objid, code, planName, credit, used }: SitewatchGiftCard): GiftCard => ({
  OBJID: objid,
  CODE: code,
  PLANNAME: planName,
  CREDIT: dollars(credit),
  USED: dollars(used),
  BALANCE: dollars(credit + used),
});

/** Returns the remaining cents on the card; on all cards if the agent did not name it. */
const balanceOf = ({ card, cards }: Ending): number => (card ? [card] : cards).reduce((sum, { credit, used }) => sum + credit + used, 0);
