import type { PoolClient } from 'pg';
import { undoWindowMs } from '@washdesk/rules/lane/redeem';
import type { Pool, Db } from '../../../db/pool.ts';
import { answerStatements, type AnswerKey, type StoredAnswer } from '../../../keyed-changes/answer.store.ts';

export interface NewUsage {
  id: string;
  customer: string;
  subscription: string | null;
  code: string;
  planName: string;
  site: number;
  terminal: string | null;
  employee: number | null;
  priceIncrease: boolean;
  at: Date;
}

const hot = {
  /** One redeem per customer at a time, for any code and register (docs/decisions/0017-redeem.md). */
  lock: { name: 'redeem-lock', text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))' },
  answer: { name: 'redeem-answer', text: answerStatements.find },
  recent: { name: 'redeem-recent', text: `select id, at from usage where customer = $1 and at > $2 order by at desc limit 1` },
  record: {
    name: 'redeem-record',
    text: `with recorded as (
        insert into usage (id, customer, subscription, code, plan_name, site, terminal, employee, source, price_increase, at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, 'redeem', $9, $10)
      )
      insert into job (id, kind, what, key, site, customer, payload, state, due, deadline, created)
      values ($11, 'once', 'sitewatch.record-usage', $1::text, $6, $2, $12, 'pending', now() + make_interval(secs => $13), now() + interval '7 days', $10)`,
  },
  keep: { name: 'redeem-keep-answer', text: answerStatements.keep },
};

/** The statements of a redeem, on one connection in one transaction. They run often, so they are prepared by name. */
export class RedeemTransaction {
  readonly #client: PoolClient;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  async lockCustomer(customer: string): Promise<void> {
    await this.#client.query(hot.lock, [customer]);
  }

  async answerOf({ principal, route, key }: AnswerKey): Promise<StoredAnswer | null> {
    const { rows } = await this.#client.query<StoredAnswer>(hot.answer, [principal, route, key]);
    return rows[0] ?? null;
  }

  async latestUsage(customer: string, after: Date): Promise<{ id: string; at: Date } | null> {
    const { rows } = await this.#client.query<{ id: string; at: Date }>(hot.recent, [customer, after]);
    return rows[0] ?? null;
  }

  /**
   * Inserts the usage and the job that writes it to Sitewatch in one statement, so that neither exists alone. The job waits until the usage
   * can no longer be undone.
   */
  async record(usage: NewUsage, job: { id: string; payload: object }): Promise<void> {
    await this.#client.query(hot.record, [
      usage.id,
      usage.customer,
      usage.subscription,
      usage.code,
      usage.planName,
      usage.site,
      usage.terminal,
      usage.employee,
      usage.priceIncrease,
      usage.at,
      job.id,
      JSON.stringify(job.payload),
      undoWindowMs / 1_000,
    ]);
  }

  async keepAnswer({ principal, route, key }: AnswerKey, answer: StoredAnswer, at: Date): Promise<void> {
    await this.#client.query(hot.keep, [principal, route, key, answer.requestHash, answer.status, JSON.stringify(answer.body), at]);
  }
}

/** Commits if `work` resolves; otherwise rolls back and rethrows the error. */
export async function inRedeemTransaction<T>(pool: Pool, work: (tx: RedeemTransaction) => Promise<T>): Promise<T> {
  const client = await pool.raw.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(new RedeemTransaction(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => (broken = lost));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Returns usages of one site after an instant, newest first, at most `most`, with the roster's data of their codes. */
export function recentUsagesOf(db: Db, site: number, after: Date, most: number) {
  return db
    .selectFrom('usage')
    .leftJoin('roster_entry', (join) => join.onRef('roster_entry.code', '=', 'usage.code').on('roster_entry.removed', '=', false))
    .select(['usage.id', 'usage.code', 'usage.customer', 'usage.at', 'usage.plan_name', 'roster_entry.name', 'roster_entry.status'])
    .where('site', '=', site)
    .where('at', '>', after)
    .orderBy('at', 'desc')
    .limit(most)
    .execute();
}
