import { createHash } from 'node:crypto';
import type { Overview } from '@washdesk/contracts/company/overview';
import type { Revenue } from '@washdesk/contracts/company/revenue';
import { weekToReport } from '@washdesk/rules/company/weekly-report';
import { addDays } from '@washdesk/rules/dates/dates';
import type { Period } from '@washdesk/rules/dates/periods';
import { companyTimeZone, namedSites } from '../../../db/named-sites.ts';
import type { Db } from '../../../db/pool.ts';
import { queueMessage } from '../../../documents/message.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadSetting } from '../../../ports/settings.ts';
import { reportContent, type Report, type WeekFigures } from './report-content.ts';
import { htmlOf, textOf } from './report-mail.ts';
import { memberFigures, queuedReports } from './weekly-report.store.ts';

export interface WeeklyReportParts {
  db: Db;
  clock: Clock;
  settings: ReadSetting;
  revenueOf: (period: Period) => Promise<Revenue>;
  wholeOverview: () => Promise<Overview>;
  jobsAdded: () => void;
  publicUrl: string;
}

/** Queues the report of last week, once per week and recipient. Any process may be killed at any time. */
export class WeeklyReport {
  readonly #parts: WeeklyReportParts;

  constructor(parts: WeeklyReportParts) {
    this.#parts = parts;
  }

  /** @returns the number of reports due; 0 lets the loop rest */
  async round(): Promise<number> {
    const { db, clock, settings, jobsAdded } = this.#parts;
    const recipients = await settings('weeklyReportRecipients');
    if (recipients.length === 0) return 0;
    const timeZone = await companyTimeZone(db);
    const week = weekToReport(clock.now(), timeZone);
    if (week === null) return 0;
    const queued = await queuedReports(
      db,
      recipients.map((recipient) => requestOf(week, recipient)),
    );
    const due = recipients.filter((recipient) => !queued.has(requestOf(week, recipient)));
    if (due.length === 0) return 0;
    await this.#queue(week, due, await this.#report(week, timeZone));
    jobsAdded();
    return due.length;
  }

  async #report(week: Period, timeZone: string): Promise<Report> {
    const { db, wholeOverview, publicUrl } = this.#parts;
    const before = { from: addDays(week.from, -7), to: addDays(week.to, -7) };
    const sites = await namedSites(db);
    const [figures, figuresBefore, overview] = await Promise.all([this.#figures(week), this.#figures(before), wholeOverview()]);
    return reportContent({ week, sites, timeZone, figures, before: figuresBefore, overview, publicUrl });
  }

  async #figures(period: Period): Promise<WeekFigures> {
    const { db, revenueOf } = this.#parts;
    const members = db.transaction().execute((tx) => memberFigures(tx, period));
    const [revenue, counted] = await Promise.all([revenueOf(period), members]);
    return { revenue, members: counted };
  }

  /** Of several processes, the first to store a request queues its message. */
  async #queue(week: Period, recipients: readonly string[], report: Report): Promise<void> {
    const { db, clock } = this.#parts;
    const content = { subject: report.title, text: textOf(report), html: htmlOf(report) };
    await db.transaction().execute(async (tx) => {
      for (const recipient of recipients) {
        await queueMessage(tx, {
          channel: 'email',
          recipient,
          kind: 'weekly-report',
          ...content,
          customer: null,
          operation: null,
          asked: requestOf(week, recipient),
          receipt: null,
          by: { requestId: `weekly-report:${week.from}` },
          at: clock.now(),
        });
      }
    });
  }
}

/** Names the report of a week to a recipient, without the address. */
const requestOf = ({ from }: Period, recipient: string): string =>
  `weekly-report:${from}:${createHash('sha256').update(recipient.toLowerCase()).digest('hex')}`;
