import { sql, type RawBuilder } from 'kysely';
import type { JobName } from '@washdesk/cloud-api/jobs/job';
import { until } from '@washdesk/test-support/until';
import type { CrashEnvironment } from '../crash-environment.ts';

/** Holds one thing that cloud-api waits for. */
export interface Hold {
  /** Resolves when cloud-api waits. */
  reached: Promise<unknown>;
  release(): unknown;
}

type Holding = (environment: CrashEnvironment) => Hold | Promise<Hold>;

/** Before Stripe executes a request. */
const before =
  (endpoint: string): Holding =>
  ({ stripe }) =>
    stripe.holds.hold('request', endpoint);

/** After Stripe has executed a request, before its response. */
const after =
  (endpoint: string): Holding =>
  ({ stripe }) =>
    stripe.holds.hold('response', endpoint);

/** Before a statement that a lock in the database stops. */
const locked =
  (lock: RawBuilder<unknown>): Holding =>
  async ({ database: { db } }) => {
    const holding = await db.startTransaction().execute();
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(holding);
    await lock.execute(holding);
    const blocked = sql`select 1 from pg_stat_activity where ${rows[0]?.pid} = any(pg_blocking_pids(pid))`;
    const reached = until('a statement waits for the lock', async () => (await blocked.execute(db)).rows[0]);
    return { reached, release: () => holding.rollback().execute() };
  };

const writing = (table: string): Holding => locked(sql`lock table ${sql.table(table)} in exclusive mode`);
const updatingJob = (what: JobName): Holding => locked(sql`select 1 from job where what = ${what} and state = 'pending' for update`);

/** The steps of a sign-up. `pay` leaves the rest to the webhook, `return` to the browser. */
export type Step = 'search' | 'open' | 'decline' | 'close' | 'pay' | 'return';

export interface KillPoint {
  at: string;
  /** The step during which cloud-api is killed. */
  during: Step;
  hold: Holding;
  /** What the customer does while cloud-api waits. */
  meanwhile?: 'pays' | 'leaves';
  /** Jobs and events of the killed process come due by their own time. */
  isUnforced?: true;
  /** Plans in the end. */
  plans: 0 | 1;
}

const sessions = '/v1/checkout/sessions';

export const killPoints: readonly KillPoint[] = [
  { at: 'the search', during: 'search', hold: writing('hourly_count'), plans: 1 },
  { at: 'the page is being held', during: 'open', hold: writing('online_page'), plans: 1 },
  { at: 'the page is held, Stripe is not asked', during: 'open', hold: before(`POST ${sessions}`), plans: 1 },
  { at: 'the page is held, and the customer leaves', during: 'open', hold: before(`POST ${sessions}`), meanwhile: 'leaves', plans: 0 },
  { at: 'Stripe has opened the page', during: 'open', hold: after(`POST ${sessions}`), plans: 1 },
  { at: 'the open page is being stored', during: 'open', hold: writing('audit'), plans: 1 },
  { at: 'the event of a declined card is being stored', during: 'decline', hold: writing('online_decline'), plans: 1 },
  { at: 'checkout.close: Stripe is not asked', during: 'close', hold: before(`POST ${sessions}/:id/expire`), plans: 0 },
  {
    at: 'checkout.close: Stripe is not asked, and the customer pays',
    during: 'close',
    hold: before(`POST ${sessions}/:id/expire`),
    meanwhile: 'pays',
    plans: 1,
  },
  { at: 'checkout.close: Stripe has closed the page', during: 'close', hold: after(`POST ${sessions}/:id/expire`), plans: 0 },
  { at: 'the event of the payment is being stored', during: 'pay', hold: updatingJob('checkout.complete'), plans: 1 },
  {
    at: 'the event is stored; checkout.complete reads the page',
    during: 'pay',
    hold: before(`GET ${sessions}/:id`),
    isUnforced: true,
    plans: 1,
  },
  { at: 'checkout.complete: the customer is not written', during: 'pay', hold: before('POST /v1/customers/:id'), plans: 1 },
  { at: 'checkout.complete: the customer is written', during: 'pay', hold: after('POST /v1/customers/:id'), plans: 1 },
  { at: 'checkout.complete: the sign-up is being stored', during: 'pay', hold: writing('online_page'), plans: 1 },
  { at: 'the browser returns: the page is read', during: 'return', hold: after(`GET ${sessions}/:id`), plans: 1 },
  { at: 'the browser returns: the customer is written', during: 'return', hold: after('POST /v1/customers/:id'), plans: 1 },
  { at: 'the browser returns: the sign-up is being stored', during: 'return', hold: writing('online_page'), plans: 1 },
];
