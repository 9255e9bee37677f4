import { z } from 'zod';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { changeTax, subscriptionMetadata } from '@washdesk/contracts/billing/plans/subscription-edit';
import { customerKeys, subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { Role } from '@washdesk/rules/company/roles';
import { lackingForCompletion } from '@washdesk/rules/customers/complete-customer';
import { epochSeconds } from '@washdesk/rules/dates/dates';
import { isRunning } from '@washdesk/rules/plans/statuses';
import { writeAudit } from '../../../../audit/audit.ts';
import { hasRight, requireRight, type Principal, siteOf } from '../../../../common/caller.ts';
import { Failure, forbidden } from '../../../../common/failure.ts';
import type { ProviderCustomer } from '../../../../common/provider-objects.ts';
import { priceIdOf } from '../../../../mirror/reads/price-id.ts';
import type { OperationRun } from '../../../../operations/operation-run.ts';
import type { Outcome } from '../../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../../operations/operations.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { PlanFacts, SubscriptionPlans } from '../plan-facts.ts';
import { auditOf, changeRequest, viewChanged } from './changed-plans.ts';
import { heldScheduleFacts, withReleasedSchedule, heldSchedule, auditLostIncrease } from './held-schedule.ts';

type MetadataRequest = z.output<typeof subscriptionMetadata.body>;
type Changed = { subscriptions: Subscription[] };

const metadataFacts = z.object({
  subscription: z.string(),
  before: z.record(z.string(), z.string().nullable()),
  metadata: z.record(z.string(), z.string()),
  /** The customer whose metadata key `incomplete` is cleared; null for none. */
  completedCustomer: z.string().nullable(),
});
type MetadataFacts = z.infer<typeof metadataFacts>;

const taxFacts = z.object({
  customer: z.string(),
  subscription: z.string(),
  held: heldScheduleFacts.nullable(),
  site: z.number(),
  before: z.array(z.string()),
  taxRates: z.array(z.string()),
});
type TaxFacts = z.infer<typeof taxFacts>;

/** Returns the customer whose tax exemption the save under a key has switched; null for none. */
export type ExemptionSwitched = (by: Principal, key: string) => Promise<string | null>;

interface TaxRequest {
  site: number;
  /** The key of the save that this step is part of. */
  save: string | undefined;
}

interface Options {
  operations: Operations;
  facts: PlanFacts;
  clock: Clock;
  exemptionSwitched: ExemptionSwitched;
}

/** Changes a subscription's seller and tax, not its plan. */
export class SubscriptionEditsService {
  readonly #facts: PlanFacts;
  readonly #clock: Clock;
  readonly #exemptionSwitched: ExemptionSwitched;
  readonly #metadata: OperationKind<MetadataFacts, Changed>;
  readonly #tax: OperationKind<TaxFacts, Changed>;

  constructor({ operations, facts, clock, exemptionSwitched }: Options) {
    this.#facts = facts;
    this.#clock = clock;
    this.#exemptionSwitched = exemptionSwitched;
    this.#metadata = operations.define<MetadataFacts, Changed>('subscription.metadata', metadataFacts, (run) => this.#executeMetadata(run));
    this.#tax = operations.define<TaxFacts, Changed>('subscription.change-tax', taxFacts, (run) => this.#executeTax(run));
  }

  /**
   * @throws Failure 403 below SalesManager for more than a completion, 404 `subscription_not_found`, 409 `already_complete`,
   * `not_complete`, `no_location`
   */
  async metadata(id: string, wanted: MetadataRequest, by: Principal, key: string): Promise<Changed> {
    const { customer } = (await this.#facts.subscription(id)).subscription;
    const request = changeRequest(subscriptionMetadata.path, customer, { key, by, request: { id, ...wanted } });
    return (await this.#metadata.run(request, () => this.#decideMetadata(id, wanted, by))).body;
  }

  /**
   * @throws Failure 403 below SupportCenter for more than a switched exemption implies, 404 `subscription_not_found`, 409 `not_changeable`
   */
  async tax(id: string, { site, save }: TaxRequest, by: Principal, key: string): Promise<Changed> {
    const found = await this.#facts.subscription(id);
    const { customer } = found.subscription;
    if (!(await this.#followsExemption(found, { site, save }, by))) requireRight(by, 'SupportCenter');
    const request = changeRequest(changeTax.path, customer, { key, by, request: { id, site } });
    return (await this.#tax.run(request, () => this.#decideTax(id, site))).body;
  }

  async #decideMetadata(id: string, wanted: MetadataRequest, by: Principal): Promise<MetadataFacts> {
    const { subscription, plans } = await this.#facts.subscription(id);
    const completes = wanted.incomplete === false;
    const isManager = (!completes || (wanted.site !== undefined && wanted.site !== by.site)) && hasRight(by, Role.SalesManager);
    const marked = plans.customer.metadata?.[customerKeys.incomplete] === 'true';
    if (completes && !marked && subscription.metadata[subscriptionKeys.incomplete] !== 'true')
      throw new Failure(409, 'already_complete', 'This sign-up is already complete');
    if (completes) refuseLacking(plans.customer);
    if (!completes && !isManager) throw forbidden();
    const site = wanted.site !== undefined && isManager ? await this.#facts.site(wanted.site) : siteOf(by);
    const metadata = completes ? this.#seller(by, site) : this.#named(wanted, by, site);
    const before = Object.fromEntries(Object.keys(metadata).map((key) => [key, subscription.metadata[key] ?? null]));
    return { subscription: id, before, metadata, completedCustomer: completes && marked ? subscription.customer : null };
  }

  /** Returns the metadata of Complete Customer: the caller becomes the seller, at this site and time. */
  #seller(by: Principal, site: number): Record<string, string> {
    const everything = { employeename: '', employeenumber: '', terminal: '', signupcompleted: '', site, incomplete: false };
    return this.#named(everything, by, site);
  }

  /** Returns the caller's own values for the keys in the request; ignores the request's values. */
  #named(wanted: MetadataRequest, { name, employee, terminal }: Principal, site: number): Record<string, string> {
    const has = (key: keyof MetadataRequest): boolean => wanted[key] !== undefined;
    return {
      ...(has('employeename') && { [subscriptionKeys.employeeName]: name }),
      ...(has('employeenumber') && { [subscriptionKeys.employeeNumber]: employee === null ? '' : String(employee) }),
      ...(has('terminal') && { [subscriptionKeys.terminal]: terminal ?? '' }),
      ...(has('signupcompleted') && { [subscriptionKeys.signUpCompleted]: String(epochSeconds(this.#clock.now())) }),
      ...(has('site') && { [subscriptionKeys.site]: String(site) }),
      ...(has('incomplete') && { [subscriptionKeys.incomplete]: String(wanted.incomplete) }),
    };
  }

  async #executeMetadata(run: OperationRun<MetadataFacts>): Promise<Outcome<Changed>> {
    const { subscription: id, before, metadata, completedCustomer } = run.facts;
    // the customer comes first: an incomplete plan can be completed again, a complete one cannot
    if (completedCustomer !== null) {
      const cleared = { metadata: { [customerKeys.incomplete]: '' } };
      await run.write('customer', 'complete', (step) => run.payments.updateCustomer(step, completedCustomer, cleared));
    }
    const subscription = await run.write('subscription', 'metadata', (step) => run.payments.changeSubscription(step, id, { metadata }));
    const action = metadata[subscriptionKeys.incomplete] === 'false' ? 'subscription.completed' : 'subscription.metadata-changed';
    return {
      status: 200,
      body: { subscriptions: await viewChanged(this.#facts, { subscription }) },
      within: (tx, at) => writeAudit(tx, { ...auditOf(run, action), before, after: metadata, at }),
    };
  }

  /** Whether the tax only follows an exemption that the caller switched with an approval, at the site that sold the plan. */
  async #followsExemption({ subscription, plans }: SubscriptionPlans, { site, save }: TaxRequest, by: Principal): Promise<boolean> {
    if (save === undefined || (await this.#exemptionSwitched(by, save)) !== subscription.customer) return false;
    const sold = await this.#facts.siteOf(subscription, plans.plans.get(priceIdOf(subscription) ?? ''));
    return (await this.#facts.site(site)) === (sold ?? by.site);
  }

  async #decideTax(id: string, asked: number): Promise<TaxFacts> {
    const { subscription, plans } = await this.#facts.subscription(id);
    if (!isRunning(subscription.status)) throw new Failure(409, 'not_changeable', 'Only an active plan can be changed');
    const site = await this.#facts.site(asked);
    return {
      customer: subscription.customer,
      subscription: id,
      held: heldSchedule(subscription, plans.schedules, this.#clock.now()),
      site,
      before: (subscription.default_tax_rates ?? []).map((rate) => rate.id),
      taxRates: await this.#facts.taxRates(site, plans.customer),
    };
  }

  async #executeTax(run: OperationRun<TaxFacts>): Promise<Outcome<Changed>> {
    const { subscription: id, taxRates, site } = run.facts;
    const changed = await withReleasedSchedule(run, () =>
      run.write('subscription', 'tax', (step) => run.payments.changeSubscription(step, id, { taxRates })),
    );
    const { subscription, schedules, lost } = changed;
    const [before, after] = [{ taxRates: run.facts.before }, { taxRates, site }];
    return {
      status: 200,
      body: { subscriptions: await viewChanged(this.#facts, { subscription, schedules }) },
      async within(tx, at) {
        await writeAudit(tx, { ...auditOf(run, 'subscription.tax-changed'), before, after, at });
        await auditLostIncrease(tx, run, lost, at);
      },
    };
  }
}

/** @throws Failure 409 `not_complete`, naming every missing or invalid field */
function refuseLacking({ name = null, email = null, metadata = {} }: ProviderCustomer): void {
  const { [customerKeys.plate]: plate = null, [customerKeys.tag]: tag = null } = metadata;
  const { [customerKeys.carMake]: make = null, [customerKeys.carModel]: model = null, [customerKeys.carColor]: color = null } = metadata;
  const problems = lackingForCompletion({ name, email, plate, tag, make, model, color });
  if (problems.length === 0) return;
  const words = problems.map(({ path, message }) => `${path} ${message}`).join(', ');
  throw new Failure(409, 'not_complete', `This customer is not complete: ${words}`, { problems });
}
