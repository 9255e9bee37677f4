import type { z } from 'zod';
import type { AuditEntry, AuditFilter, AuditRow, listAudit } from '@washdesk/contracts/system/audit';
import { changesInWords, nameInState } from '@washdesk/rules/company/audit-differences';
import { actionInWords, actionsOfKind } from '@washdesk/rules/text/audit-kinds';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import { CsvFile, type CsvCell } from '../../../common/csv-file.ts';
import { badRequest, notFound } from '../../../common/failure.ts';
import { cursorOf, pageOf, type PageCursor } from '../../../common/page-cursor.ts';
import type { Db } from '../../../db/pool.ts';
import { timeZoneOf } from '../../../db/site-zone.ts';
import type { Clock } from '../../../ports/clock.ts';
import {
  auditEntry,
  auditRows,
  countAuditRows,
  knownActions,
  peopleNamed,
  rowsToExport,
  type AuditListRow,
  type AuditSearch,
  type ExportRow,
} from './audit-list.store.ts';

const pageSize = 50;
const exportedAtOnce = 1_000;

/** The audit log for Admins (docs/rules/company.md#audit). */
export class AuditListService {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #officeAuditKinds: ReadonlySet<string>;

  constructor({ db, clock, officeAuditKinds }: { db: Db; clock: Clock; officeAuditKinds: ReadonlySet<string> }) {
    this.#db = db;
    this.#clock = clock;
    this.#officeAuditKinds = officeAuditKinds;
  }

  /** @throws Failure 400 for an invalid cursor or an unknown site */
  async list(filter: AuditFilter, page: string | undefined, by: Principal): Promise<z.input<typeof listAudit.response>> {
    const after = cursorOf(page);
    const search = await this.#searchOf(filter, by);
    const [rows, counted] = await Promise.all([auditRows(this.#db, search, after, pageSize + 1), countAuditRows(this.#db, search)]);
    const { shown, nextPage } = pageOf(
      rows.map((row) => ({ row, id: row.id, created: row.at })),
      pageSize,
    );
    return { entries: shown.map(({ row }) => viewRow(row)), ...counted, next_page: nextPage };
  }

  actions(): Promise<string[]> {
    return knownActions(this.#db);
  }

  /** @throws Failure 404 `audit_entry_not_found` */
  async entry(id: string): Promise<AuditEntry> {
    const found = await auditEntry(this.#db, id);
    if (!found) throw notFound('audit_entry_not_found', 'Audit entry not found');
    const { before, after, requestId, seal } = found;
    return { ...viewRow(found), before, after, requestId, seal };
  }

  /** Reads page by page; the export itself is audited. @throws Failure as the list */
  async file(filter: AuditFilter, by: Principal): Promise<CsvFile> {
    const search = await this.#searchOf(filter, by);
    const at = this.#clock.now();
    await writeAudit(this.#db, { ...auditBy(by), action: 'audit.exported', subject: 'audit', after: filter, at });
    return new CsvFile('audit.csv', headings, rowsOf(this.#db, search));
  }

  async #searchOf({ who, kind, object, from, to, site }: AuditFilter, by: Principal): Promise<AuditSearch> {
    const db = this.#db;
    const zoneOfSite = site === undefined ? null : await timeZoneOf(db, site);
    if (site !== undefined && zoneOfSite === null) throw badRequest('query.site', 'is no site of the company');
    const ownZone = by.site === null ? null : await timeZoneOf(db, by.site);
    return {
      people: who ? await peopleNamed(db, who) : null,
      actions: kind === undefined ? null : actionsOfKind(kind, await knownActions(db), this.#officeAuditKinds),
      object: object || null,
      days: { from: from ?? null, to: to ?? null, timeZone: zoneOfSite ?? ownZone ?? 'UTC' },
      site: site ?? null,
    };
  }
}

/** More values are in the entry. */
const mostChanges = 3;

function viewRow({ at, was, became, nameOfObject, ...row }: AuditListRow): AuditRow {
  const { id, actor, name, approver, approverName, site, device, action, subject, objectCustomer, why } = row;
  const objectName = nameOfObject ?? nameInState(was, became);
  const changes = changesInWords(was, became).slice(0, mostChanges);
  const object = { subject, objectName, objectCustomer };
  return { id, at: at.toISOString(), actor, name, approver, approverName, site, device, action, ...object, changes, why };
}

const headings = [
  'Time (UTC)',
  'Who',
  'Name',
  'Approved by',
  'Site',
  'Device',
  'What',
  'Action',
  'Object',
  'Before',
  'After',
  'Why',
  'Cause',
];

const cellsOf = ({ at, actor, name, approverName, approver, site, device, action, subject, before, after, why, requestId }: ExportRow) => [
  at.toISOString(),
  actor,
  name,
  approverName ?? approver,
  site,
  device,
  actionInWords(action),
  action,
  subject,
  before,
  after,
  why,
  requestId,
];

async function* rowsOf(db: Db, search: AuditSearch): AsyncGenerator<CsvCell[]> {
  let after: PageCursor | null = null;
  for (;;) {
    const rows: ExportRow[] = await rowsToExport(db, search, after, exportedAtOnce);
    for (const row of rows) yield cellsOf(row);
    const last = rows.at(-1);
    if (!last || rows.length < exportedAtOnce) return;
    after = { created: last.at, id: last.id };
  }
}
