import { z } from 'zod';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { saveCustomer, type CustomerForm } from '@washdesk/contracts/members/customer-edit';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { fieldChanges, type FieldValues } from '@washdesk/rules/customers/customer-changes';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { requireRight, type Principal } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import type { ProviderCustomer } from '../../../common/provider-objects.ts';
import type { ClaimOrRefuse } from '../../../mirror/projection/claims.store.ts';
import { fetchCustomer } from '../../../mirror/reads/live-customer.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import { exclusiveOfCustomer, type Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import { customerFields, type CustomerFields, type Payments } from '../../../ports/payments.ts';
import type { CustomerDetails } from './details.service.ts';
import { changesBeyondStaff, fieldsToWrite, newCodesIn, problemsIn, valuesNow, valuesOf } from './saved-fields.ts';

/** Clears the bad-address flag when the address changes, because the mail came back from the old one. */
const withNewAddress = (fields: CustomerFields, { metadata: own }: ProviderCustomer): CustomerFields =>
  fields.email !== undefined && own?.[customerKeys.badEmail] === 'true'
    ? { ...fields, metadata: { ...fields.metadata, [customerKeys.badEmail]: 'false' } }
    : fields;

const fieldValues = z.record(z.string(), z.string());
const factsSchema = z.object({
  customer: z.string(),
  codes: z.array(z.string()),
  fields: customerFields,
  before: fieldValues,
  after: fieldValues,
});
type Facts = z.infer<typeof factsSchema>;

interface Options {
  operations: Operations;
  payments: Payments;
  details: CustomerDetails;
  claim: ClaimOrRefuse;
  placeholderEmailDomain: () => Promise<string>;
}

/** Field values of a customer that never had any. */
const nothing = valuesNow({ id: '' });

/** Saves manual changes of a customer together; never overwrites a concurrent change. */
export class SaveCustomerService {
  readonly #options: Options;
  readonly #save: OperationKind<Facts, CustomerDetail>;

  constructor(options: Options) {
    this.#options = options;
    this.#save = options.operations.define<Facts, CustomerDetail>('customer.save', factsSchema, (run) => this.#execute(run));
  }

  /** @param check rejects a change that the caller may not make now. @throws Failure as the contract `saveCustomer` lists them */
  async save(
    by: Principal,
    key: string,
    id: string,
    { base, ...wanted }: CustomerForm & { base: CustomerForm },
    check?: () => Promise<void>,
  ): Promise<CustomerDetail> {
    const request = { id, base, wanted };
    const { body } = await this.#save.run(
      { route: saveCustomer.path, key, request, principal: by, customer: id, exclusive: exclusiveOfCustomer(id) },
      async () => {
        await check?.();
        return this.#decide(by, id, { ...nothing, ...valuesOf(base) }, valuesOf(wanted));
      },
      (tx, { operation, facts, now }) =>
        this.#options.claim(tx, { codes: facts.codes, email: facts.fields.email, customer: id, operation, now }),
    );
    return body;
  }

  /** Returns the customer whose tax exemption was switched under this separate key; null for any other operation. */
  async exemptionSwitched(by: Principal, key: string): Promise<string | null> {
    const facts = await this.#save.doneFacts(by, key);
    return facts && 'tax_exempt' in facts.after ? facts.customer : null;
  }

  async #decide(by: Principal, id: string, base: FieldValues, yours: FieldValues): Promise<Facts> {
    const { payments, placeholderEmailDomain } = this.#options;
    const now = await fetchCustomer(payments, id);
    const theirs = valuesNow(now);
    const { changes, conflicts } = fieldChanges({ base, yours, theirs });
    if (changesBeyondStaff(changes)) requireRight(by, 'SupportCenter');
    const problems = problemsIn(changes);
    const [first] = problems;
    if (first) throw new Failure(400, 'invalid_request', `${first.path}: ${first.message}`, { problems });
    if (conflicts.length) {
      throw new Failure(409, 'changed', 'Someone else changed this customer', { details: { fields: conflicts } });
    }
    return {
      customer: id,
      codes: newCodesIn(changes),
      fields: withNewAddress(fieldsToWrite(changes, theirs, await placeholderEmailDomain()), now),
      before: Object.fromEntries(Object.keys(changes).map((field) => [field, theirs[field] ?? ''])),
      after: changes,
    };
  }

  async #execute(run: OperationRun<Facts>): Promise<Outcome<CustomerDetail>> {
    const { customer: id, fields, before, after } = run.facts;
    const isChanged = Object.keys(after).length > 0;
    const customer = isChanged
      ? await run.write('customer', 'save', (step) => run.payments.updateCustomer(step, id, fields))
      : await run.read('customer', id);
    if (!customer) throw notFound('customer_not_found', 'Customer Not Found');
    return {
      status: 200,
      body: await this.#options.details.view(customer),
      within: async (tx, at) => {
        if (isChanged) await writeAudit(tx, { ...auditBy(run.by), action: 'customer.saved', subject: `customer:${id}`, before, after, at });
      },
    };
  }
}
