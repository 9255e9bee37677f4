import { sql } from 'kysely';
import { unpaidSeconds, type PageCounts } from '@washdesk/rules/plans/online-pages';
import { hasAddress, hasCode, type PersonalTables } from '../../../../db/personal-data.ts';
import type { Db, Tx } from '../../../../db/pool.ts';

/** A payment page of the public sign-up, by the operation that opens it. Of one plate or e-mail address one page at most is open. */
interface OnlinePageTable {
  operation: string;
  /** Null until the provider has opened it. */
  session: string | null;
  plate: string;
  /** In lower case. */
  email: string;
  browser: string | null;
  network: string;
  state: 'opening' | 'open' | 'paid' | 'closed';
  declines: number;
  opened: Date;
  /** When the provider closes it. */
  expires: Date;
  ended: Date | null;
}

/** A card that was declined on a payment page. */
interface OnlineDeclineTable {
  charge: string;
  page: string;
  /** The provider's fingerprint of the card. */
  card: string | null;
  at: Date;
}

declare module '../../../../db/schema.ts' {
  interface Database {
    online_page: OnlinePageTable;
    online_decline: OnlineDeclineTable;
  }
}

export const personalData = {
  online_page: {
    plain: ['operation', 'session', 'browser', 'network', 'state', 'declines', 'opened', 'expires', 'ended'],
    personal: ['plate', 'email'],
    also: (person) => sql`(${hasCode('plate')(person)} or ${hasAddress('email')(person)})`,
    erase: 'rows',
    internal: ['browser', 'network'],
    retention: { kind: 'events', since: 'opened' },
  },
  online_decline: { plain: ['charge', 'page', 'card', 'at'] },
} satisfies PersonalTables;

const live = ['opening', 'open'] as const;

const recentMs = 3_600_000;

export interface LivePage {
  operation: string;
  session: string | null;
  plate: string;
  email: string;
  browser: string | null;
  expires: Date;
  /** Whether the operation that opens it is still running, or has opened it. */
  alive: boolean;
}

/** Returns the open pages of a plate or an e-mail address. */
export async function livePages(db: Db, plate: string, email: string): Promise<LivePage[]> {
  const { rows } = await sql<LivePage>`
    select p.operation, p.session, p.plate, p.email, p.browser, p.expires,
      p.state = 'open' or exists (select 1 from operation o where o.id = p.operation and o.state = 'started') as alive
    from online_page p
    where p.state in ('opening', 'open') and (p.plate = ${plate} or p.email = ${email})`.execute(db);
  return rows;
}

/** One transaction at a time decides whether another page may be opened. */
export async function lockPages(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('online-pages', 0))`.execute(tx);
}

export type NewPage = Pick<OnlinePageTable, 'operation' | 'plate' | 'email' | 'browser' | 'network' | 'opened' | 'expires'>;

/** Adds a page in place of others, and of those that were never opened. @returns false if another page of the plate or the address was opened meanwhile */
export async function addPage(tx: Tx, page: NewPage, replaced: readonly string[]): Promise<boolean> {
  await sql`
    update online_page p set state = 'closed', ended = ${page.opened}
    where p.state in ('opening', 'open') and (p.operation = any(${replaced}::uuid[]) or (p.state = 'opening'
      and (p.plate = ${page.plate} or p.email = ${page.email})
      and not exists (select 1 from operation o where o.id = p.operation and o.state = 'started')))`.execute(tx);
  const added = await tx
    .insertInto('online_page')
    .values({ ...page, state: 'opening', declines: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('operation')
    .executeTakeFirst();
  return added !== undefined;
}

/** @returns the new state: `closed` if a customer has got the plate or the e-mail address meanwhile; undefined without a page */
export async function setPageOpen(tx: Tx, operation: string, session: string): Promise<OnlinePageTable['state'] | undefined> {
  const { rows } = await sql<Pick<OnlinePageTable, 'state'>>`
    update online_page set session = ${session}, state = case state when 'opening' then 'open' else state end
    where operation = ${operation} returning state`.execute(tx);
  return rows[0]?.state;
}

/** Ends pages of these plates or this e-mail address that are not open yet. @returns the sessions of those that are */
export async function overtakePages(tx: Tx, plates: readonly string[], email: string | null, at: Date): Promise<string[]> {
  const { rows } = await sql<{ session: string | null }>`
    update online_page set
      state = case state when 'opening' then 'closed' else state end, ended = case state when 'opening' then ${at}::timestamptz else ended end
    where state in ('opening', 'open') and (plate = any(${plates}::text[]) or email = lower(${email}::text))
    returning session`.execute(tx);
  return rows.flatMap(({ session }) => session ?? []);
}

/** Whether another live customer has the plate or the e-mail address at the provider, or is about to get the plate. */
export async function hasOtherHolder(tx: Tx, { customer, plate, email }: { customer: string; plate: string; email: string }) {
  const { rows } = await sql<{ other: boolean }>`
    select exists (select 1 from mirror_customer where lower(email) = lower(${email}) and deleted_at is null and id <> ${customer})
      or exists (select 1 from customer_code where code = ${plate} and source = 'stripe' and customer <> ${customer})
      or exists (select 1 from code_claim where code = ${plate} and customer <> ${customer}) as other`.execute(tx);
  return rows[0]?.other === true;
}

/** A page that was closed too early may turn out to be paid. */
export async function endPage(db: Db | Tx, session: string, state: 'paid' | 'closed', at: Date): Promise<void> {
  const from = state === 'paid' ? (['opening', 'open', 'closed'] as const) : live;
  await db.updateTable('online_page').set({ state, ended: at }).where('session', '=', session).where('state', 'in', from).execute();
}

/** Whether a page is open, or was after a time. */
export async function isPageOpenSince(db: Db, session: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('online_page')
    .select('operation')
    .where('session', '=', session)
    .where(({ eb, or }) => or([eb('ended', 'is', null), eb('ended', '>', since)]))
    .executeTakeFirst();
  return row !== undefined;
}

export async function dropPage(db: Db, operation: string): Promise<void> {
  await db.deleteFrom('online_page').where('operation', '=', operation).execute();
}

export async function pageCounts(
  tx: Tx,
  { network, browser }: Pick<OnlinePageTable, 'network' | 'browser'>,
  now: Date,
): Promise<PageCounts> {
  const { rows } = await sql<PageCounts>`
    select
      (select count(*)::integer from online_decline where at > ${now}::timestamptz - interval '1 hour') as declined,
      (select count(*)::integer from online_page where state = 'paid' and opened > ${now}::timestamptz - interval '1 hour') as paid,
      (select count(*)::integer from online_page
        where (state in ('opening', 'open') or declines > 0) and opened > ${now}::timestamptz - make_interval(secs => ${unpaidSeconds})) as unpaid,
      (select count(*)::integer from online_decline d join online_page p on p.operation = d.page
        where d.at > ${now}::timestamptz - interval '1 day' and p.browser = ${browser}) as "declinedByBrowser",
      (select count(*)::integer from online_decline d join online_page p on p.operation = d.page
        where d.at > ${now}::timestamptz - interval '1 hour' and p.network = ${network})
      - (select count(*)::integer from online_page
        where state = 'paid' and opened > ${now}::timestamptz - interval '1 hour' and network = ${network}) as "excessInNetwork",
      (select max(opened) from online_page) as newest`.execute(tx);
  return rows[0]!;
}

export interface DeclinedCard {
  charge: string;
  email: string | null;
  fingerprint: string | null;
}

/** Returns the newest page of an e-mail address that may have been open lately: the event of a decline may arrive after the page has ended. */
export async function recentPageOf(tx: Tx, email: string | null, now: Date): Promise<string | null> {
  if (email === null) return null;
  const page = await tx
    .selectFrom('online_page')
    .select('operation')
    .where('email', '=', email.toLowerCase())
    .where('opened', '>', new Date(now.getTime() - recentMs))
    .orderBy('opened', 'desc')
    .limit(1)
    .executeTakeFirst();
  return page?.operation ?? null;
}

/** Counts a declined card on a page. @returns the page; null if the decline is counted already */
export async function countDecline(tx: Tx, page: string, { charge, fingerprint }: DeclinedCard, at: Date) {
  const added = await tx
    .insertInto('online_decline')
    .values({ charge, page, card: fingerprint, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('charge')
    .executeTakeFirst();
  if (!added) return null;
  return tx
    .updateTable('online_page')
    .set((is) => ({ declines: is('declines', '+', 1) }))
    .where('operation', '=', page)
    .returning(['operation', 'session', 'declines', 'network', 'browser'])
    .executeTakeFirst();
}

/** On how many pages a card was declined within a day. */
export async function pagesOfCard(tx: Tx, card: string, now: Date): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select count(distinct page)::integer as pages from online_decline
    where card = ${card} and at > ${now}::timestamptz - interval '1 day'`.execute(tx);
  return rows[0]?.pages ?? 0;
}

/** Returns the sessions of pages that an attack may be using: all that are open and were opened within the hour of its declines. */
export async function openSessions(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ session: string }>`
    select session from online_page
    where state = 'open' and session is not null and opened > ${now}::timestamptz - interval '1 hour'
      and opened >= (select min(at) - interval '10 minutes' from online_decline where at > ${now}::timestamptz - interval '1 hour')`.execute(
    tx,
  );
  return rows.map(({ session }) => session);
}
