import {
  disputeList,
  erasureRequestList,
  incompleteList,
  onlineSignUpList,
  openJobList,
  pastDueList,
} from '@washdesk/contracts/members/worklist';
import type { TextRefusal } from '@washdesk/rules/billing/payment-link';
import { foreignCursor } from '../../../common/page-cursor.ts';
import type { CappedCount } from '../../../db/capped-count.ts';
import type { Db } from '../../../db/pool.ts';
import type { Feature } from '../../../feature.ts';
import { route } from '../../../http/route.ts';
import { jobTitle, shownReason } from '../../../jobs/job.ts';
import {
  countDisputesToAnswer,
  countIncomplete,
  countJobsToDo,
  countOnlineSignUps,
  countPastDue,
  countRequestsToErase,
  disputesToAnswer,
  incomplete,
  jobsToDo,
  nearestDeadline,
  onlineSignUps,
  pastDue,
  requestsToErase,
  totalPastDue,
  type ListCursor,
  type PageRequest,
} from './worklists.store.ts';

const pageSize = 50;

const encode = ({ order, id }: ListCursor): string => Buffer.from(JSON.stringify([order, id])).toString('base64url');
const cursorForm = /^\[(?<order>\d{1,16}),"(?<id>[\w-]{1,80})"\]$/;

/** @throws Failure 400 for an invalid cursor */
function cursorOf(page: string | undefined): ListCursor | null {
  if (!page) return null;
  const { order, id } = cursorForm.exec(Buffer.from(page, 'base64url').toString())?.groups ?? {};
  if (order === undefined || id === undefined) throw foreignCursor();
  return { order: Number(order), id };
}

interface List<Row> {
  read: (db: Db, wanted: PageRequest) => Promise<Row[]>;
  count: (db: Db, site: number | null) => Promise<CappedCount>;
  idOf: (row: Row) => string;
}

/** Returns one page of a list, and the length of the whole list. */
async function pageOf<Row extends { order: number }>(db: Db, { read, count, idOf }: List<Row>, query: { site?: number; page?: string }) {
  const site = query.site ?? null;
  const [found, counted] = await Promise.all([read(db, { site, behind: cursorOf(query.page), most: pageSize + 1 }), count(db, site)]);
  const rows = found.slice(0, pageSize);
  const lastRow = rows.at(-1);
  const more = found.length > pageSize && lastRow;
  return { rows, ...counted, next_page: more ? encode({ order: lastRow.order, id: idOf(lastRow) }) : null };
}

/** Why each of these phone numbers gets no text; null if it does. */
type WhyNotTexted = (db: Db, phones: readonly (string | null)[]) => Promise<(TextRefusal | null)[]>;

async function withTexting<Row extends { phone: string | null }>(db: Db, whyNotTexted: WhyNotTexted, rows: readonly Row[]) {
  const refusals = await whyNotTexted(
    db,
    rows.map(({ phone }) => phone),
  );
  return rows.map((row, index) => ({ ...row, noText: refusals[index] ?? null }));
}

/** The office's to-do lists over all customers (docs/rules/members.md#worklists). */
export const createWorklists = ({ db, whyNotTexted }: { db: Db; whyNotTexted: WhyNotTexted }): Feature => ({
  routes: [
    route(pastDueList, async ({ query }) => {
      const page = await pageOf(db, { read: pastDue, count: countPastDue, idOf: ({ subscription }) => subscription }, query);
      return { ...page, rows: await withTexting(db, whyNotTexted, page.rows) };
    }),
    route(incompleteList, async ({ query }) => {
      const page = await pageOf(db, { read: incomplete, count: countIncomplete, idOf: ({ subscription }) => subscription }, query);
      const rows = page.rows.map((row) => ({ ...row, begun: Math.floor(row.order / 1_000) }));
      return { ...page, rows: await withTexting(db, whyNotTexted, rows) };
    }),
    route(onlineSignUpList, async ({ query }) => {
      const page = await pageOf(db, { read: onlineSignUps, count: countOnlineSignUps, idOf: ({ subscription }) => subscription }, query);
      return { ...page, rows: page.rows.map((row) => ({ ...row, begun: Math.floor(row.order / 1_000) })) };
    }),
    route(disputeList, ({ query }) =>
      pageOf(db, { read: disputesToAnswer, count: countDisputesToAnswer, idOf: ({ dispute }) => dispute }, query),
    ),
    route(erasureRequestList, ({ query }) =>
      pageOf(db, { read: requestsToErase, count: countRequestsToErase, idOf: ({ request }) => request }, query),
    ),
    route(openJobList, async ({ query }) => {
      const page = await pageOf(db, { read: jobsToDo, count: countJobsToDo, idOf: ({ job }) => job }, query);
      const rows = page.rows.map((row) => ({
        ...row,
        title: jobTitle(row),
        reason: shownReason(row),
        since: Math.floor(row.order / 1_000_000),
      }));
      return { ...page, rows };
    }),
  ],
  overview: [
    {
      kind: 'pastDue',
      access: pastDueList.access,
      read: async (site) => ({ ...(await countPastDue(db, site)), amount: await totalPastDue(db, site) }),
    },
    {
      kind: 'disputes',
      access: disputeList.access,
      read: async (site) => ({ ...(await countDisputesToAnswer(db, site)), deadline: await nearestDeadline(db, site) }),
    },
    { kind: 'incomplete', access: incompleteList.access, read: (site) => countIncomplete(db, site) },
    { kind: 'jobs', access: openJobList.access, read: (site) => countJobsToDo(db, site) },
  ],
});
