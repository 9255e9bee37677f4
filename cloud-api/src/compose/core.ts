import type { Logger } from 'pino';
import { alertsTo } from '../common/alert.ts';
import { derivedKey } from '../common/derived-key.ts';
import { MemberLinks } from '../common/member-links.ts';
import type { OverviewSource } from '../common/overview-source.ts';
import type { Config } from '../config.ts';
import { ErasedCodes } from '../db/erased-codes.ts';
import { receiptTextReader } from '../features/billing/receipts/create-receipts.ts';
import { settingsReader } from '../features/company/settings/create-settings.ts';
import { alertNotices } from '../features/system/alerts/create-alerts.ts';
import { createInfrastructure } from '../infrastructure.ts';
import { JobQueue } from '../jobs/job-queue.ts';
import { LiveHub } from '../live/live-hub.ts';
import { createMirror } from '../mirror/create-mirror.ts';
import type { OnClaim } from '../mirror/projection/claims.store.ts';
import { DailyLimitsOfPersons } from '../operations/daily-limits.ts';
import { GiftLimits } from '../operations/gift-limits.ts';
import { Operations } from '../operations/operations.ts';
import { personalTables } from '../personal-tables.ts';
import { planSettingsFrom } from '../ports/settings.ts';

export type Core = Awaited<ReturnType<typeof createCore>>;

/**
 * What all features build on: infrastructure, settings, jobs, operations and the mirror. The type of a `create` function lists what it
 * uses.
 */
export async function createCore(config: Config, log: Logger) {
  const infrastructure = await createInfrastructure(config, log);
  const { db, payments, backgroundPayments, events, clock, systemClock } = infrastructure;
  const settings = settingsReader(db);
  const jobs = new JobQueue({ db, log });
  const jobsAdded = jobs.added;
  const alert = alertsTo(log, alertNotices({ db, clock, log }));
  const recoverySeconds = config.WASHDESK_OPERATION_RECOVERY_SECONDS;
  return {
    ...infrastructure,
    log,
    alert,
    publicUrl: config.WASHDESK_PUBLIC_URL,
    memberLinks: new MemberLinks(config.WASHDESK_TOKEN_KEY, config.WASHDESK_PUBLIC_URL),
    settings,
    planSettings: planSettingsFrom(settings),
    receiptText: receiptTextReader(db, settings),
    jobs,
    jobsAdded,
    live: new LiveHub(log),
    officeAuditKinds: new Set<string>(),
    overviewSources: [] as OverviewSource[],
    claimListeners: [] as OnClaim[],
    /** Declarations of the tables below the features; `compose.ts` adds those of the features. */
    personalTables: { ...personalTables },
    operations: new Operations({ db, payments, backgroundPayments, clock, log, settings, recoverySeconds, jobsAdded }),
    limits: new DailyLimitsOfPersons({ db, clock, settings, alert }),
    erasedCodes: new ErasedCodes(derivedKey(config.WASHDESK_TOKEN_KEY, 'erased codes')),
    gifts: new GiftLimits({ db, clock, settings, alert }),
    ...createMirror({ db, payments, clock, systemClock, log, alert, settings, jobsAdded, events, backgroundPayments }),
  };
}
