import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import type { ProviderCustomer } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import type { AgeOfCustomer, CustomerAge } from '../../../mirror/reads/customer-age.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Clock } from '../../../ports/clock.ts';
import { customerDetail } from './customer-detail.ts';
import { viewPerson, type Person } from './customer-view.store.ts';
import { isIncomplete } from './incomplete.store.ts';

interface Options {
  db: Db;
  clock: Clock;
  ageOf: AgeOfCustomer;
}

/** A customer, deleted or not, as the customer screen shows it. */
export class CustomerDetails {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws Failure 404 `customer_not_found` */
  async general(id: string, fresh: boolean): Promise<CustomerDetail & CustomerAge> {
    const age = await this.#options.ageOf(id, fresh);
    return { ...(await this.#view(await this.#person(id))), ...age };
  }

  /** @throws Failure 404 `customer_not_found` */
  async metadata(id: string, fresh: boolean): Promise<{ metadata: Record<string, string> } & CustomerAge> {
    const age = await this.#options.ageOf(id, fresh);
    const { customer } = await knownCustomer(this.#options.db, id);
    return { metadata: customer.metadata ?? {}, ...age };
  }

  /** Returns the view of a customer that the provider has just returned. */
  view(object: ProviderCustomer): Promise<CustomerDetail> {
    return this.#view({ id: object.id, object, deleted: false });
  }

  async #view(person: Person): Promise<CustomerDetail> {
    const { db, clock } = this.#options;
    const [view, incomplete] = await Promise.all([viewPerson(db, person), isIncomplete(db, person)]);
    return customerDetail({ view, object: person.object, incomplete, now: clock.now() });
  }

  async #person(id: string): Promise<Person> {
    const { customer, deleted } = await knownCustomer(this.#options.db, id);
    return { id, object: customer, deleted };
  }
}
