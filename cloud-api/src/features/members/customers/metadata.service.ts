import { z } from 'zod';
import { writableMetadata, setCustomerMetadata, type WritableMetadata } from '@washdesk/contracts/members/customer-edit';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import type { PlanSettings } from '@washdesk/rules/plans/offered-plan';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { requireRight, type Principal } from '../../../common/caller.ts';
import { badRequest } from '../../../common/failure.ts';
import { refuseStale } from '../../../common/stale-write.ts';
import type { Db } from '../../../db/pool.ts';
import { liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import { exclusiveOfCustomer, type Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import { refuseOtherPlansPrice } from './kept-price.ts';
import { metadataValue } from './metadata-value.ts';

type Answer = z.input<typeof setCustomerMetadata.response>;

const factsSchema = z.object({
  customer: z.string(),
  key: z.enum(writableMetadata),
  before: z.string(),
  value: z.string(),
});
type Facts = z.infer<typeof factsSchema>;

interface WantedMetadata {
  key: WritableMetadata;
  value: string;
  /** The value as the caller saw it. */
  was?: string | undefined;
}

interface Options {
  db: Db;
  operations: Operations;
  clock: Clock;
  planSettings: () => Promise<PlanSettings>;
}

/** Keys that change a member's price or history. */
const managersKeys: readonly WritableMetadata[] = ['nextprice', 'nextpriceexpires', 'price_change_data', 'clonedTo'];

/** Sets one metadata key of a customer. */
export class CustomerMetadataService {
  readonly #options: Options;
  readonly #set: OperationKind<Facts, Answer>;

  constructor(options: Options) {
    this.#options = options;
    this.#set = options.operations.define<Facts, Answer>('customer.metadata', factsSchema, execute);
  }

  /** @throws Failure 400, 403 `forbidden`, 404 `customer_not_found`, 409 `customer_deleted`, `changed_meanwhile`, `price_out_of_range` */
  async set(by: Principal, key: string, id: string, wanted: WantedMetadata): Promise<Answer> {
    const request = {
      route: setCustomerMetadata.path,
      key,
      request: { id, ...wanted },
      principal: by,
      customer: id,
      exclusive: exclusiveOfCustomer(id),
    };
    const { body } = await this.#set.run(request, () => this.#decide(by, id, wanted));
    return body;
  }

  async #decide(by: Principal, id: string, { key, value: given, was }: WantedMetadata): Promise<Facts> {
    const { db, clock } = this.#options;
    const { metadata = {} } = await liveCustomer(db, id);
    const before = metadata[key] ?? '';
    const read = metadataValue(key, given, clock.now());
    if ('problem' in read) throw badRequest('body.value', read.problem);
    // the employee who cloned a customer may repeat the call
    if (managersKeys.includes(key) && read.value !== before) requireRight(by, 'SalesManager');
    if (key === customerKeys.nextPrice && read.value !== '' && read.value !== before)
      await refuseOtherPlansPrice(this.#options, { id, metadata }, read.value);
    refuseStale('this value', { was: { value: was }, now: { value: before }, wanted: { value: read.value } });
    return { customer: id, key, before, value: read.value };
  }
}

async function execute(run: OperationRun<Facts>): Promise<Outcome<Answer>> {
  const { customer: id, key, before, value } = run.facts;
  const customer = await run.write('customer', 'metadata', (step) => run.payments.updateCustomer(step, id, { metadata: { [key]: value } }));
  const changed = { before: { [key]: before }, after: { [key]: value } };
  return {
    status: 200,
    // all metadata is for Admins: GET /customer/{id}/metadata
    body: { id, metadata: { [key]: customer.metadata?.[key] ?? '' } },
    within: (tx, at) =>
      writeAudit(tx, { ...auditBy(run.by), action: 'customer.metadata-changed', subject: `customer:${id}`, ...changed, at }),
  };
}
