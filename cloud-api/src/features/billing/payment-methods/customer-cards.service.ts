import type { CustomerCard } from '@washdesk/contracts/members/customer-parts';
import { cardExpiry } from '@washdesk/rules/billing/card-expiry';
import type { ProviderCard } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import type { AgeOfCustomer } from '../../../mirror/reads/customer-age.ts';
import { defaultCardOf, knownCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Clock } from '../../../ports/clock.ts';
import { paymentMethodView } from './payment-method-view.ts';
import { cardsOf } from './payment-methods.store.ts';
import { sameCards } from './same-cards.ts';

const kindOf = (type: string): CustomerCard['type'] => (type === 'card' || type === 'link' ? type : 'other');

function expiryOf({ card }: ProviderCard, today: string): CustomerCard['expiry'] {
  const { exp_month: month, exp_year: year } = card ?? {};
  return month === undefined || year === undefined ? null : cardExpiry({ month, year }, today);
}

/** Lists a customer's stored payment methods (docs/rules/billing.md#invoices). */
export class CustomerCardsService {
  readonly #db: Db;
  readonly #ageOf: AgeOfCustomer;
  readonly #clock: Clock;

  constructor({ db, ageOf, clock }: { db: Db; ageOf: AgeOfCustomer; clock: Clock }) {
    this.#clock = clock;
    this.#db = db;
    this.#ageOf = ageOf;
  }

  /** One of each card, newest first. @throws Failure 404 `customer_not_found` */
  async cards(id: string, fresh: boolean) {
    const age = await this.#ageOf(id, fresh);
    const { customer } = await knownCustomer(this.#db, id);
    const chosen = defaultCardOf(customer);
    const today = this.#clock.now().toISOString().slice(0, 10);
    const cards = sameCards(await cardsOf(this.#db, id), chosen).flatMap(([card]): CustomerCard[] =>
      card ? [{ ...paymentMethodView(card, card.id === chosen), type: kindOf(card.type), expiry: expiryOf(card, today) }] : [],
    );
    return { cards, count: cards.length, next_page: null, ...age };
  }
}
