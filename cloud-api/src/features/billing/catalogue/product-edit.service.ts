import { z } from 'zod';
import { editProduct, type Product } from '@washdesk/contracts/billing/catalogue';
import { keysForMembers, problemOfProductValue } from '@washdesk/rules/company/product-values';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import { badRequest, confirmMembers, notFound } from '../../../common/failure.ts';
import { refuseStale } from '../../../common/stale-write.ts';
import type { Db } from '../../../db/pool.ts';
import { membersOfProduct } from '../../../mirror/reads/catalogue.store.ts';
import { mirroredLive } from '../../../mirror/reads/mirrored.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import type { Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { viewProduct } from './catalogue.service.ts';

const factsSchema = z.object({
  product: z.string(),
  key: z.string(),
  value: z.string(),
  before: z.string().nullable(),
});
type Facts = z.infer<typeof factsSchema>;

interface WantedEdit {
  key: string;
  value: string;
  /** The value as the caller saw it. */
  was?: string | undefined;
  /** How many members the user confirmed. */
  members?: number | undefined;
}

/** Edits a product's metadata, one key at a time (docs/rules/company.md#catalog). */
export class ProductEditService {
  readonly #db: Db;
  readonly #settings: ReadSetting;
  readonly #edit: OperationKind<Facts, Product>;

  constructor({ db, operations, settings }: { db: Db; operations: Operations; settings: ReadSetting }) {
    this.#db = db;
    this.#settings = settings;
    this.#edit = operations.define<Facts, Product>('product.edit', factsSchema, (run) => this.#execute(run));
  }

  /** @throws Failure 400 for a value that means nothing, 404 `product_not_found`, 409 `changed_meanwhile`, `confirm_members` */
  async edit(principal: Principal, idempotencyKey: string, id: string, { was, members, ...change }: WantedEdit): Promise<Product> {
    const request = { id, ...change };
    const exclusive = `product:${id}`;
    const { body } = await this.#edit.run(
      { route: editProduct.path, key: idempotencyKey, request, principal, customer: null, exclusive },
      async () => {
        const product = await mirroredLive(this.#db, 'product', id);
        if (!product) throw notFound('product_not_found', 'Product not found');
        const problem = problemOfProductValue(change.key, change.value, await this.#settings('productClasses'));
        if (problem) throw badRequest('body.value', problem);
        const before = product.metadata[change.key] ?? null;
        refuseStale(product.name, { was: { value: was }, now: { value: before ?? '' }, wanted: { value: change.value } });
        if (keysForMembers.includes(change.key) && change.value !== before) await this.#refuseUnconfirmed(id, members);
        return { product: id, ...change, before };
      },
    );
    return body;
  }

  async #refuseUnconfirmed(product: string, confirmed: number | undefined): Promise<void> {
    const members = await membersOfProduct(this.#db, product);
    if (members > 0 && confirmed !== members) throw confirmMembers(members, members === 1 ? 'has this plan' : 'have this plan', 'save');
  }

  async #execute(run: OperationRun<Facts>): Promise<Outcome<Product>> {
    const { product: id, key, value, before } = run.facts;
    const product = await run.write('product', 'edit', (step) => run.payments.updateProduct(step, id, { [key]: value }));
    const entry = {
      ...auditBy(run.by),
      action: 'product.changed',
      subject: `product:${id}`,
      before: { [key]: before },
      after: { [key]: value },
    };
    return { status: 200, body: viewProduct(product), within: (tx, now) => writeAudit(tx, { ...entry, at: now }) };
  }
}
