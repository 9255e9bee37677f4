import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';

/** One print of a receipt. Its id is also the command's id, so that it prints once. */
export interface PrintJob {
  id: string;
  site: number;
  printer: string;
  kind: string;
  /** The id by which the receipt is found. */
  subject: string;
  state: string;
  duplicate: boolean;
  until: Date | null;
  reason: string | null;
  asked: Date;
  /** The journal of the agent to which it was first sent. */
  journal: string | null;
}

const columns = ['id', 'site', 'printer', 'kind', 'subject', 'state', 'duplicate', 'until', 'reason', 'asked', 'journal'] as const;

export async function printJobById(db: Db, id: string): Promise<PrintJob | null> {
  return (await db.selectFrom('print_job').select(columns).where('id', '=', id).executeTakeFirst()) ?? null;
}

export interface NewPrintJob extends Omit<PrintJob, 'state' | 'duplicate' | 'reason' | 'journal'> {
  receipt: string | null;
}

/** @returns false if a job with this id exists */
export async function insertPrintJob(tx: Tx, job: NewPrintJob): Promise<boolean> {
  const inserted = await tx
    .insertInto('print_job')
    .values({ ...job, state: 'queued' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

type Paper = Pick<PrintJob, 'kind' | 'subject'>;

/** Serializes the prints of one receipt, so that the second is marked as a duplicate. */
export async function lockReceipt(tx: Tx, { kind, subject }: Paper): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`receipt:${kind}:${subject}`}, 0))`.execute(tx);
}

export async function hasPrintJobs(tx: Tx, { kind, subject }: Paper): Promise<boolean> {
  const { rows } = await sql`select 1 from print_job where kind = ${kind} and subject = ${subject} limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Marks the job as being sent, for the first time to this journal. Decides once whether it is a duplicate: an earlier print of the receipt
 * succeeded or may have succeeded.
 * @returns null if it ended meanwhile
 */
export async function startSending(db: Db, job: PrintJob, journal: string | null): Promise<PrintJob | null> {
  return db.transaction().execute(async (tx) => {
    await lockReceipt(tx, job);
    const { rows } = await sql<PrintJob>`
      update print_job set state = 'printing', reason = null,
        journal = case state when 'queued' then ${journal}::uuid else journal end,
        duplicate = case state when 'queued' then exists (
        select 1 from print_job other
        where other.kind = print_job.kind and other.subject = print_job.subject and other.id <> print_job.id
          and other.state in ('printing', 'printed', 'unknown')
      ) else duplicate end
      where id = ${job.id} and state in ('queued', 'printing', 'unknown')
      returning id, site, printer, kind, subject, state, duplicate, until, reason, asked, journal`.execute(tx);
    return rows[0] ?? null;
  });
}

/** Requeues a job that did not reach its site and may still be sent. */
export async function requeuePrintJob(db: Db, id: string, reason: string): Promise<void> {
  await db.updateTable('print_job').set({ state: 'queued', reason }).where('id', '=', id).where('state', '=', 'printing').execute();
}

/** Returns the newest print of each receipt, by the receipt's subject. */
export async function newestPrintJobs(db: Db, subjects: readonly string[]): Promise<Map<string, PrintJob>> {
  if (subjects.length === 0) return new Map();
  const rows = await db
    .selectFrom('print_job')
    .distinctOn('subject')
    .select(columns)
    .where('subject', 'in', subjects)
    .orderBy('subject')
    .orderBy('asked', 'desc')
    .execute();
  return new Map(rows.map((job) => [job.subject, job]));
}

/** Returns the printer that serves a terminal, otherwise the site's only one; undefined if there is neither. */
export async function printerFor(db: Db, site: number, terminal: string | null): Promise<string | undefined> {
  const printers = await db
    .selectFrom('site_device')
    .select(['id', 'terminals'])
    .where('site', '=', site)
    .where('kind', '=', 'printer')
    .orderBy('id')
    .execute();
  const serving = printers.find((printer) => terminal !== null && printer.terminals.includes(terminal));
  return (serving ?? (printers.length === 1 ? printers[0] : undefined))?.id;
}
