import type { z } from 'zod';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { FoundSubscription, searchSubscriptions } from '@washdesk/contracts/billing/plans/subscription-edit';
import { taxRatesOfPlan } from '@washdesk/rules/billing/plan-tax';
import { beforeDiscounts, isDiscounted, subscriptionTerms } from '@washdesk/rules/plans/plan-price';
import { requireRight, siteOf, type Principal } from '../../../../common/caller.ts';
import { badRequest } from '../../../../common/failure.ts';
import { cursorOf, pageOf } from '../../../../common/page-cursor.ts';
import type { Db } from '../../../../db/pool.ts';
import { timeZoneOf } from '../../../../db/site-zone.ts';
import { readFreshSubscription, type ReadFresh } from '../../../../mirror/reads/read-fresh.ts';
import type { PlanFacts } from '../plan-facts.ts';
import { countSubscriptions, findSubscriptions, type SubscriptionFound } from './subscription-search.store.ts';
import { viewSubscription } from './subscription-view.ts';

type SubscriptionSearchRequest = z.output<typeof searchSubscriptions.body>;

/** Page size of transaction searches. */
const pageSize = 30;

interface Options {
  db: Db;
  facts: PlanFacts;
  readFresh: ReadFresh;
}

/** Finds subscriptions in the mirror by id or seller (docs/rules/billing.md#transaction-lookup). */
export class SubscriptionSearchService {
  readonly #db: Db;
  readonly #facts: PlanFacts;
  readonly #readFresh: ReadFresh;

  constructor({ db, facts, readFresh }: Options) {
    this.#db = db;
    this.#facts = facts;
    this.#readFresh = readFresh;
  }

  /** @throws Failure 404 `subscription_not_found` */
  async one(id: string, noCache: boolean): Promise<Subscription> {
    if (noCache) await readFreshSubscription(this.#readFresh, id);
    const { subscription, plans } = await this.#facts.subscription(id);
    return viewSubscription(subscription, plans);
  }

  /** @throws Failure 400 for a foreign cursor, 400 `invalid_site`, 403 for another's name below SalesManager, 409 `no_location` for a day at no site */
  async search({ employeename, date, ...asked }: SubscriptionSearchRequest, page: string | undefined, by: Principal) {
    const after = cursorOf(page);
    if (employeename) requireRight(by, 'SalesManager');
    const site = asked.site === undefined ? undefined : await this.#facts.site(asked.site);
    const search = { employeename, site, ...(date && { day: { date, timeZone: await this.#timeZone(site ?? siteOf(by)) } }) };
    const [rows, counted] = await Promise.all([findSubscriptions(this.#db, search, after, pageSize), countSubscriptions(this.#db, search)]);
    const { shown, nextPage } = pageOf(rows, pageSize);
    return { results: shown.map(asFound), ...counted, next_page: nextPage };
  }

  async #timeZone(site: number): Promise<string> {
    const timeZone = await timeZoneOf(this.#db, site);
    if (timeZone === null) throw badRequest('body.site', 'is no site of the company');
    return timeZone;
  }
}

const asFound = ({ object, price, person, name }: SubscriptionFound): FoundSubscription => ({
  id: object.id,
  created: object.created,
  status: object.status,
  metadata: object.metadata,
  plan: price && { nickname: price.nickname, amount: price.unit_amount },
  terms: beforeDiscounts(subscriptionTerms(object.items.data, taxRatesOfPlan(object, person ?? {})), isDiscounted(object, person ?? {})),
  customer: { id: object.customer, name },
});
