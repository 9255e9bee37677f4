import { z } from 'zod';
import { editProduct, type Product } from '@washdesk/contracts/billing/catalogue';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import { notFound } from '../../../common/failure.ts';
import { refuseStale } from '../../../common/stale-write.ts';
import type { Db } from '../../../db/pool.ts';
import { mirroredLive } from '../../../mirror/reads/mirrored.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import type { Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
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
}

/** Edits a product's metadata, one key at a time (docs/rules/company.md#catalog). */
export class ProductEditService {
  readonly #db: Db;
  readonly #edit: OperationKind<Facts, Product>;

  constructor({ db, operations }: { db: Db; operations: Operations }) {
    this.#db = db;
    this.#edit = operations.define<Facts, Product>('product.edit', factsSchema, (run) => this.#execute(run));
  }

  /** @throws Failure 404 `product_not_found`, 409 `changed_meanwhile` */
  async edit(principal: Principal, idempotencyKey: string, id: string, { was, ...change }: WantedEdit): Promise<Product> {
    const request = { route: editProduct.path, key: idempotencyKey, request: { id, ...change }, principal, customer: null };
    const { body } = await this.#edit.run(request, async () => {
      const product = await mirroredLive(this.#db, 'product', id);
      if (!product) throw notFound('product_not_found', 'Product not found');
      const before = product.metadata[change.key] ?? null;
      refuseStale(product.name, { was: { value: was }, now: { value: before ?? '' }, wanted: { value: change.value } });
      return { product: id, ...change, before };
    });
    return body;
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
