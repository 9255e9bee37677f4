import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { eraseCustomer, erasureReasons, type ErasureView } from '@washdesk/contracts/members/privacy';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { shownReason } from '../../../jobs/job.ts';
import { creditOf } from '../../../mirror/reads/customer-credit.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import { exclusiveOfCustomer, type Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import { withProviderFailures } from '../../../operations/provider-failures.ts';
import type { PaymentsReader } from '../../../ports/payments.ts';
import type { ErasureRequests } from './erasure-requests.service.ts';
import {
  employeeName,
  insertErasure,
  latestErasures,
  obstaclesOf,
  openErasureOf,
  openJobsOf,
  redactionState,
  siteNames,
  type ErasureRow,
} from './erasure.store.ts';

/** How to tell a customer who requested it; missing in operations of earlier releases. */
const reachedSchema = z
  .object({ channel: z.enum(['sms', 'email']), recipient: z.string() })
  .nullable()
  .optional();
const factsSchema = z.object({
  customer: z.string(),
  alias: z.string(),
  erasure: z.uuid(),
  reason: z.enum(erasureReasons),
  tell: reachedSchema,
});
type Facts = z.infer<typeof factsSchema>;
type Answer = z.input<typeof eraseCustomer.response>;

const mostShown = 50;

interface Options {
  db: Db;
  operations: Operations;
  payments: PaymentsReader;
  requested: () => void;
  requests: Pick<ErasureRequests, 'toTell' | 'erased'>;
}

/** Requests erasures and shows how far they are; `ErasureWorker` executes them (docs/rules/privacy.md#erasure). */
export class ErasureService {
  readonly #db: Db;
  readonly #payments: PaymentsReader;
  readonly #erase: OperationKind<Facts, Answer>;
  readonly #requested: () => void;
  readonly #requests: Options['requests'];

  constructor({ db, operations, payments, requested, requests }: Options) {
    this.#requests = requests;
    this.#db = db;
    this.#payments = payments;
    this.#requested = requested;
    this.#erase = operations.define<Facts, Answer>('customer.erase', factsSchema, (run) => this.#execute(run), {
      detachesCards: () => true,
    });
  }

  /** @throws Failure 404 `customer_not_found`; 409 `erasure_prevented`, `erasure_running` */
  async erase(by: Principal, key: string, id: string, reason: Facts['reason']): Promise<Answer> {
    const { body } = await this.#erase.run(
      { route: eraseCustomer.path, key, request: { id, reason }, principal: by, customer: id, exclusive: exclusiveOfCustomer(id) },
      () => this.#decide(id, reason),
    );
    this.#requested();
    return body;
  }

  async #decide(customer: string, reason: Facts['reason']): Promise<Facts> {
    await knownCustomer(this.#db, customer);
    if (await openErasureOf(this.#db, customer)) throw new Failure(409, 'erasure_running', 'This customer is being erased');
    const obstacles = await this.obstacles(customer);
    if (obstacles.length > 0) {
      throw new Failure(409, 'erasure_prevented', obstacles.join(' '), { details: { obstacles } });
    }
    const tell = await this.#requests.toTell(customer);
    return { customer, reason, tell, erasure: uuidv7(), alias: `cus_erased${randomBytes(8).toString('hex')}` };
  }

  async #execute(run: OperationRun<Facts>): Promise<Outcome<Answer>> {
    const { customer, alias, erasure: id, reason, tell: reached = null } = run.facts;
    await run.do('delete', () => run.payments.deleteCustomer(customer));
    await run.read('customer', customer);
    return {
      status: 200,
      body: { id },
      within: async (tx, at) => {
        await insertErasure(tx, { id, customer, alias, asked: at, askedBy: run.by.id });
        await this.#requests.erased(tx, { customer, reached, by: run.by, at });
        const entry = { action: 'customer.erasure-requested', subject: `customer:${customer}`, after: { erasureReason: reason } };
        await writeAudit(tx, { ...auditBy(run.by), ...entry, at });
      },
    };
  }

  /** Returns what prevents an erasure, as sentences. A waiting credit is known to the provider only. @throws Failure 503 */
  async obstacles(customer: string): Promise<string[]> {
    const { available } = await withProviderFailures(creditOf(this.#payments, customer));
    const credit = available > 0 ? ['The customer has a credit. Pay it out, move it or give it up first.'] : [];
    return [...(await obstaclesOf(this.#db, customer)), ...credit];
  }

  async latest(): Promise<ErasureView[]> {
    const [rows, names] = [await latestErasures(this.#db, mostShown), await siteNames(this.#db)];
    return Promise.all(rows.map((row) => this.#view(row, names)));
  }

  async openOf(customer: string): Promise<ErasureView | null> {
    const row = await openErasureOf(this.#db, customer);
    return row ? this.#view(row, await siteNames(this.#db)) : null;
  }

  async #view(row: ErasureRow, names: ReadonlyMap<number, string>): Promise<ErasureView> {
    const { id, customer, alias, asked, finished, removed } = row;
    return {
      id,
      customer,
      alias,
      asked: asked.toISOString(),
      askedBy: await employeeName(this.#db, row.asked_by),
      finished: finished?.toISOString() ?? null,
      steps: [ownStep(row), ...(await this.#siteSteps(row, names)), providerStep(row)],
      rows: Object.values(removed).reduce((sum, count) => sum + count, 0),
    };
  }

  async #siteSteps({ id, sites }: ErasureRow, names: ReadonlyMap<number, string>): Promise<ErasureView['steps']> {
    const open = new Map((await openJobsOf(this.#db, id)).map((job) => [job.site, job]));
    return [...new Set(sites.map(({ site }) => site))].map((site) => {
      const job = open.get(site);
      const siteName = names.get(site) ?? `site ${site}`;
      const target = `Sitewatch of ${siteName}`;
      if (!job) return { target, state: 'done', detail: null };
      const detail = shownReason({ what: 'sitewatch.erase', siteName, reason: job.reason });
      return { target, state: job.state === 'pending' ? 'waiting' : 'problem', detail };
    });
  }
}

const ownStep = ({ stage, problem }: ErasureRow): ErasureView['steps'][number] => ({
  target: 'Washdesk',
  state: stage === 'erased' ? 'done' : 'waiting',
  detail: stage === 'erased' ? null : problem,
});

function providerStep({ redaction, finished }: ErasureRow): ErasureView['steps'][number] {
  const target = 'Stripe';
  const { status } = redactionState.parse(redaction);
  if (status === 'unavailable') {
    const detail = 'This Stripe account can’t redact by itself. Ask Stripe Support to redact the customer; the audit has the id.';
    return { target, state: 'problem', detail };
  }
  if (status === 'done' || finished) return { target, state: 'done', detail: null };
  const detail = status === 'waiting' ? 'Stripe redacts payments when they are 90 days old. Checked daily.' : 'Stripe is redacting';
  return { target, state: 'waiting', detail };
}
