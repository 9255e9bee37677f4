import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Schedule } from '@washdesk/contracts/members/customer-parts';
import { taxRatesOfPlan } from '@washdesk/rules/billing/plan-tax';
import { withTax, type TaxRate } from '@washdesk/rules/billing/tax';
import { epochSeconds } from '@washdesk/rules/dates/dates';
import type { ProviderSchedule } from '../../../../common/provider-objects.ts';
import type { Db } from '../../../../db/pool.ts';
import { pricesById, type PriceAndProduct } from '../../../../mirror/reads/catalogue.store.ts';
import type { AgeOfCustomer, CustomerAge } from '../../../../mirror/reads/customer-age.ts';
import type { PlanFacts } from '../plan-facts.ts';
import { viewSubscriptions } from './subscription-view.ts';

interface List extends CustomerAge {
  count: number;
  next_page: null;
}

function scheduleView(
  { id, subscription, status, phases, metadata }: ProviderSchedule,
  prices: readonly PriceAndProduct[],
  rates: readonly TaxRate[],
): Schedule {
  const items = (own: ProviderSchedule['phases'][number]['items']) =>
    own.map((item) => {
      const priced = prices.find(({ price }) => price.id === item.price);
      const amount = priced?.price.unit_amount ?? null;
      return {
        price: item.price,
        nickname: priced?.price.nickname ?? null,
        amount,
        total: amount === null ? null : withTax(amount, rates),
      };
    });
  return {
    id,
    subscription,
    status,
    phases: phases.map((phase) => ({ start_date: phase.start_date, end_date: phase.end_date ?? null, items: items(phase.items) })),
    metadata: metadata ?? {},
  };
}

const startOf = ({ phases }: ProviderSchedule): number => phases[0]?.start_date ?? 0;

/** Returns which of these plans their members canceled while one more month is billed. */
export type OpenCancellations = (
  subscriptions: readonly string[],
) => Promise<readonly { subscription: string; confirmation: string; ends: Date }[]>;

/** Lists a customer's subscriptions and schedules (docs/rules/members.md#customer). */
export class CustomerPlansService {
  readonly #db: Db;
  readonly #facts: PlanFacts;
  readonly #ageOf: AgeOfCustomer;
  readonly #openCancellations: OpenCancellations;

  constructor({
    db,
    facts,
    ageOf,
    openCancellations,
  }: {
    db: Db;
    facts: PlanFacts;
    ageOf: AgeOfCustomer;
    openCancellations: OpenCancellations;
  }) {
    this.#openCancellations = openCancellations;
    this.#db = db;
    this.#facts = facts;
    this.#ageOf = ageOf;
  }

  /** Newest first. @throws Failure 404 `customer_not_found` */
  async subscriptions(customer: string, fresh: boolean): Promise<{ subscriptions: Subscription[] } & List> {
    const age = await this.#ageOf(customer, fresh);
    const views = viewSubscriptions(await this.#facts.customer(customer));
    const canceled = await this.#openCancellations(views.map(({ id }) => id));
    const subscriptions = views.map((view) => {
      const found = canceled.find(({ subscription }) => subscription === view.id);
      return found ? { ...view, cancellation: { confirmation: found.confirmation, ends: epochSeconds(found.ends) } } : view;
    });
    return { subscriptions, count: subscriptions.length, next_page: null, ...age };
  }

  /** Newest first. @throws Failure 404 `customer_not_found` */
  async schedules(customer: string, fresh: boolean): Promise<{ schedules: Schedule[] } & List> {
    const age = await this.#ageOf(customer, fresh);
    const { schedules: own, subscriptions, customer: person } = await this.#facts.customer(customer);
    const ratesOf = ({ subscription: id }: ProviderSchedule) => {
      const plan = subscriptions.find((one) => one.id === id);
      return plan ? taxRatesOfPlan(plan, person) : [];
    };
    const prices = await pricesById(this.#db, [
      ...new Set(own.flatMap(({ phases }) => phases.flatMap(({ items }) => items.map(({ price }) => price)))),
    ]);
    const schedules = own.toSorted((a, b) => startOf(b) - startOf(a)).map((schedule) => scheduleView(schedule, prices, ratesOf(schedule)));
    return { schedules, count: schedules.length, next_page: null, ...age };
  }
}
