import { z } from 'zod';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { createCustomer } from '@washdesk/contracts/members/customer-edit';
import type { NewCustomer } from '@washdesk/contracts/members/customer-payload';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { Role } from '@washdesk/rules/company/roles';
import type { SiteMapping } from '@washdesk/rules/company/sites';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { hasRight, requireRight, type Principal } from '../../../common/caller.ts';
import type { ProviderCustomer } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import { knownSite } from '../../../documents/known-site.ts';
import { writeNote } from '../../../documents/note.ts';
import type { ClaimOrRefuse } from '../../../mirror/projection/claims.store.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import { exclusiveOfCustomer, type Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import { customerFields, type Payments } from '../../../ports/payments.ts';
import { clonable } from './clonable.ts';
import type { CustomerDetails } from './details.service.ts';
import { codesIn, flagOf, isTaxExempt, newCustomerFields } from './new-customer.ts';
import { unsubscribedCustomerWith } from './unsubscribed-customer.store.ts';

const factsSchema = z.object({
  /** A customer without a plan that is reused. */
  bare: z.string().nullable(),
  /** The customer to clone. */
  source: z.string().nullable(),
  codes: z.array(z.string()),
  fields: customerFields,
});
type Facts = z.infer<typeof factsSchema>;

interface Options {
  db: Db;
  operations: Operations;
  payments: Payments;
  details: CustomerDetails;
  claim: ClaimOrRefuse;
  siteMapping: () => Promise<SiteMapping>;
  placeholderEmailDomain: () => Promise<string>;
}

/** Creates customers, at a sign-up or as clones. */
export class CreateCustomerService {
  readonly #options: Options;
  readonly #create: OperationKind<Facts, CustomerDetail>;

  constructor(options: Options) {
    this.#options = options;
    this.#create = options.operations.define<Facts, CustomerDetail>('customer.create', factsSchema, (run) => this.#execute(run));
  }

  /** @throws Failure as the contract `createCustomer` lists them */
  async create(by: Principal, key: string, payload: NewCustomer): Promise<CustomerDetail> {
    const source = payload.clonedFrom ?? null;
    const request = { route: createCustomer.path, key, request: payload, principal: by, customer: source };
    const { body } = await this.#create.run(
      { ...request, ...(source && { exclusive: exclusiveOfCustomer(source) }) },
      () => this.#decide(by, payload),
      (tx, { operation, facts, now }) =>
        this.#options.claim(tx, { codes: facts.codes, email: facts.fields.email, customer: facts.bare, operation, now }),
    );
    return body;
  }

  async #decide(by: Principal, payload: NewCustomer): Promise<Facts> {
    const { db, payments, placeholderEmailDomain } = this.#options;
    const source = payload.clonedFrom ? await clonable(db, payments, payload.clonedFrom) : null;
    refuseBeyondRole(by, payload, source);
    const codes = codesIn(payload);
    const circumstances = { source, site: await this.#site(by, payload), placeholderEmailDomain: await placeholderEmailDomain() };
    return { bare: await this.#bare(codes), source: source?.id ?? null, codes, fields: newCustomerFields(payload, circumstances) };
  }

  /** Also checks the provider, so that a customer whose plan has just started is not reused. */
  async #bare(codes: readonly string[]): Promise<string | null> {
    const { db, payments } = this.#options;
    const found = await unsubscribedCustomerWith(db, codes);
    if (!found) return null;
    const plans = await payments.listOf('subscription', found, 'interactive');
    return plans.length === 0 ? found : null;
  }

  async #site(by: Principal, payload: NewCustomer): Promise<number | null> {
    const { site } = payload;
    if (site === undefined || site === '' || Number(site) === by.site || !hasRight(by, Role.SalesManager)) return by.site;
    return knownSite(this.#options.db, site, await this.#options.siteMapping());
  }

  async #execute(run: OperationRun<Facts>): Promise<Outcome<CustomerDetail>> {
    const { bare, source, fields } = run.facts;
    const customer = bare
      ? await run.write('customer', 'update', (step) => run.payments.updateCustomer(step, bare, fields))
      : await made(run);
    const link = { [customerKeys.clonedTo]: customer.id };
    if (source) await run.write('customer', 'link', (step) => run.payments.updateCustomer(step, source, { metadata: link }));
    const agent = run.by.name;
    const action = source ? 'customer.cloned' : bare ? 'customer.used-again' : 'customer.created';
    return {
      status: 200,
      body: await this.#options.details.view(customer),
      within: async (tx, at) => {
        const after = { ...fields, clonedFrom: source };
        await writeAudit(tx, { ...auditBy(run.by), action, subject: `customer:${customer.id}`, after, at });
        if (source)
          await writeNote(tx, {
            customer: source,
            note: `Cloned to ${customer.id} (${run.facts.codes.join(', ')})`,
            agent,
            operation: run.id,
            at,
          });
      },
    };
  }
}

function made(run: OperationRun<Facts>): Promise<ProviderCustomer> {
  const { fields } = run.facts;
  const earlier = (): Promise<ProviderCustomer | null> => run.payments.findByOperation('customer', { since: run.since }, run.id);
  const given = Object.fromEntries(Object.entries(fields.metadata ?? {}).filter(([, value]) => value !== ''));
  return run.write('customer', 'create', (step) => run.payments.createCustomer(step, { ...fields, metadata: given }), earlier);
}

/** Tax exemption and Business Select require SupportCenter; a clone copies them. */
function refuseBeyondRole(by: Principal, payload: NewCustomer, source: ProviderCustomer | null): void {
  const key = customerKeys.isBusinessSelect;
  const givesTax = isTaxExempt(payload, source) && source?.tax_exempt !== 'exempt';
  const givesSelect = flagOf(payload.isBusinessSelect, source, key) && source?.metadata?.[key] !== 'true';
  if (givesTax || givesSelect) requireRight(by, 'SupportCenter');
}
