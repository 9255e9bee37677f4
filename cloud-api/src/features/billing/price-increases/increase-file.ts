import { memberStateWords, noticeStateWords } from '@washdesk/rules/plans/bulk-increase';
import type { OfferedPlan } from '@washdesk/rules/plans/offered-plan';
import { CsvFile, type CsvCell } from '../../../common/csv-file.ts';
import { siteCells } from '../../../db/named-sites.ts';
import type { Db } from '../../../db/pool.ts';
import { membersOf, type MemberCursor, type MemberRow, type MembersRequest } from './increase-members.store.ts';
import { viewMember } from './increase-views.ts';

const columns = [
  'Customer',
  'Name',
  'Site',
  'Plan',
  'Old price',
  'New price',
  'Old with tax',
  'New with tax',
  'State',
  'Reason',
  'Notice',
  'Told by',
  'Told',
  'Subscription',
];
const channels = { sms: 'Text', email: 'Email' } as const;

/** Rows read at a time for a file. */
const filePart = 2_000;

type Members = Pick<MembersRequest, 'increase' | 'state' | 'notice'>;
type Plans = ReadonlyMap<string, OfferedPlan>;

/** Returns all requested members of an increase as a file named after the increase. */
export function increaseFile(db: Db, name: string, members: Members, plans: Plans): CsvFile {
  return new CsvFile(`${name.replaceAll(/[^A-Za-z0-9]+/g, '-').toLowerCase()}.csv`, columns, memberCells(db, members, plans));
}

async function* memberCells(db: Db, members: Members, plans: Plans): AsyncGenerator<CsvCell[]> {
  const cells = await siteCells(db);
  for (let behind: MemberCursor | null = null; ;) {
    const rows: MemberRow[] = await membersOf(db, { ...members, behind, most: filePart });
    for (const row of rows) {
      const member = viewMember(row, plans);
      const amounts = [member.old, member.new, member.oldTotal, member.newTotal].map((cents) => (cents / 100).toFixed(2));
      const { customer, name, site, plan, state, reason, notice, subscription } = member;
      const told = notice
        ? [
            noticeStateWords[notice.state],
            notice.channel && channels[notice.channel],
            notice.told && cells.date(new Date(notice.told), site),
          ]
        : [null, null, null];
      yield [customer, name, cells.name(site), plan, ...amounts, memberStateWords[state], reason, ...told, subscription];
    }
    behind = rows.at(-1) ?? null;
    if (rows.length < filePart || !behind) return;
  }
}
