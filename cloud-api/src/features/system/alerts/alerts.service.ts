import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import { notFound } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import { messagesAbout } from './alert-messages.ts';
import { listAlerts, updateAlert } from './alerts.store.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The alerts as people see them. */
export class AlertsService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  async list(state: 'open' | 'past') {
    const rows = await listAlerts(this.#db, state);
    const messages = await messagesAbout(this.#db, rows);
    return rows.map(({ opened, told, escalated, seen, seen_by: by, seenByName, cleared, ...row }) => ({
      id: row.id,
      site: row.site,
      siteName: row.siteName,
      level: row.level,
      sentence: row.sentence,
      step: row.step,
      lasting: row.lasting,
      times: row.times,
      opened: opened.toISOString(),
      told: iso(told),
      escalated: iso(escalated),
      seen: seen && by !== null ? { at: seen.toISOString(), by: seenByName ?? by } : null,
      cleared: iso(cleared),
      sentTo: (messages.get(row.id) ?? []).map(({ name, at, state: end, reason }) => ({ name, at, state: end, reason })),
    }));
  }

  /** Keeps the first person who saw it. @throws Failure 404 `alert_unknown` */
  acknowledge(id: string, by: Principal): Promise<{ at: string; by: string }> {
    return this.#db.transaction().execute(async (tx) => {
      const alert = await tx.selectFrom('alert').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
      if (!alert) throw notFound('alert_unknown', 'This alert no longer exists');
      if (alert.seen && alert.seen_by !== null) return { at: alert.seen.toISOString(), by: alert.seen_by };
      const at = this.#clock.now();
      const over = alert.lasting ? {} : { cleared: at, told: alert.told ?? at, clear_told: at };
      await updateAlert(tx, id, { seen: at, seen_by: by.id, ...over });
      await writeAudit(tx, { ...auditBy(by), action: 'alert.seen', subject: `alert:${id}`, after: { cause: alert.cause }, at });
      return { at: at.toISOString(), by: by.id };
    });
  }
}
