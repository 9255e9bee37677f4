import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { saveCustomer, type CustomerForm } from '@washdesk/contracts/members/customer-edit';
import { fieldChanges, type FieldValues } from '@washdesk/rules/customers/customer-changes';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { Role, atLeast } from '@washdesk/rules/company/roles';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { ProviderCustomer } from '../../../db/provider-objects.ts';
import type { Act } from '../../../operations/act.ts';
import { exclusiveOfCustomer, type Outcome } from '../../../operations/deed.ts';
import type { DeedKind, Deeds } from '../../../operations/deeds.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure, forbidden, notFound } from '../../../common/failure.ts';
import type { CustomerFields, Payments } from '../../../ports/payments.ts';
import { claimOrRefuse } from './claim.ts';
import type { CustomerDetails } from './details.service.ts';
import { customerNow } from './customer-now.ts';
import { changesBeyondStaff, fieldsToWrite, newCodesIn, problemsIn, valuesNow, valuesOf } from './saved-fields.ts';

/** Mail came back from the former address, not from the new one. */
const withNewAddress = (fields: CustomerFields, { metadata: own }: ProviderCustomer): CustomerFields =>
  fields.email !== undefined && own?.[customerKeys.badEmail] === 'true'
    ? { ...fields, metadata: { ...fields.metadata, [customerKeys.badEmail]: 'false' } }
    : fields;

interface Facts {
  customer: string;
  codes: string[];
  fields: CustomerFields;
  before: FieldValues;
  after: FieldValues;
}

interface Options {
  deeds: Deeds;
  payments: Payments;
  details: CustomerDetails;
  placeholderEmailDomain: () => Promise<string>;
}

/** What a customer shows of a field that was never written. */
const nothing = valuesNow({ id: '' });

/** Changes of a customer by hand, saved together; never over what somebody else saved meanwhile. */
export class SaveCustomerService {
  readonly #options: Options;
  readonly #save: DeedKind<Facts, CustomerDetail>;

  constructor(options: Options) {
    this.#options = options;
    this.#save = options.deeds.define<Facts, CustomerDetail>('customer.save', (act) => this.#perform(act));
  }

  /** @throws Failure as the contract `saveCustomer` lists them */
  async save(by: Principal, key: string, id: string, { base, ...wanted }: CustomerForm & { base: CustomerForm }): Promise<CustomerDetail> {
    const request = { id, base, wanted };
    const { body } = await this.#save.run(
      { route: saveCustomer.path, key, request, principal: by, customer: id, exclusive: exclusiveOfCustomer(id) },
      () => this.#decide(by, id, { ...nothing, ...valuesOf(base) }, valuesOf(wanted)),
      (tx, { deed, facts, now }) => claimOrRefuse(tx, { codes: facts.codes, customer: id, deed, now }),
    );
    return body;
  }

  async #decide(by: Principal, id: string, base: FieldValues, yours: FieldValues): Promise<Facts> {
    const { payments, placeholderEmailDomain } = this.#options;
    const now = await customerNow(payments, id);
    const theirs = valuesNow(now);
    const { changes, conflicts } = fieldChanges({ base, yours, theirs });
    if (changesBeyondStaff(changes) && !atLeast(by.roles, Role.SupportCenter)) throw forbidden();
    const problems = problemsIn(changes);
    const [first] = problems;
    if (first) throw new Failure(400, 'invalid_request', `${first.path}: ${first.message}`, { problems });
    if (conflicts.length) {
      throw new Failure(409, 'changed', 'Somebody else has changed this customer meanwhile', { details: { fields: conflicts } });
    }
    return {
      customer: id,
      codes: newCodesIn(changes),
      fields: withNewAddress(fieldsToWrite(changes, theirs, await placeholderEmailDomain()), now),
      before: Object.fromEntries(Object.keys(changes).map((field) => [field, theirs[field] ?? ''])),
      after: changes,
    };
  }

  async #perform(act: Act<Facts>): Promise<Outcome<CustomerDetail>> {
    const { customer: id, fields, before, after } = act.facts;
    const isChanged = Object.keys(after).length > 0;
    const customer = isChanged
      ? await act.write('customer', 'save', (step) => act.payments.updateCustomer(step, id, fields))
      : await act.read('customer', id);
    if (!customer) throw notFound('customer_not_found', 'Customer Not Found');
    return {
      status: 200,
      body: await this.#options.details.view(customer),
      within: async (tx, at) => {
        if (isChanged) await writeAudit(tx, { ...auditBy(act.by), action: 'customer.saved', subject: `customer:${id}`, before, after, at });
      },
    };
  }
}
