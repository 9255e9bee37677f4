import { clearAfterMs, isEscalated, isHeldBack, type AlertSettings } from '@washdesk/rules/company/alerts';
import type { AlertCause } from '../../../common/alert.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import { escalatedWords, onLists, queueWords, wordsOf } from './alert-messages.ts';
import { insertAlerts, markAlerts, openAlerts, tryLockAlerts, untoldAlerts, updateAlert, type AlertRow } from './alerts.store.ts';
import { alertSettings, recipientsOf } from './recipients.store.ts';

export interface Present {
  causes: readonly AlertCause[];
  /** Sites whose state is unknown: their alerts stay as they are. */
  unknownSites: ReadonlySet<number>;
}

interface Parts {
  db: Db;
  clock: Clock;
  /** Everything that is wrong now. */
  present: (tx: Tx) => Promise<Present>;
  /** The page with the alerts. */
  page: string;
  jobsAdded: () => void;
}

/**
 * Opens, escalates and clears alerts by what is wrong now, and queues their messages, in one transaction (docs/decisions/0132-alerts.md).
 * All state is in the database: the next round of any server continues.
 * @returns whether this server did it
 */
export async function alertRound({ db, clock, present, page, jobsAdded }: Parts): Promise<boolean> {
  const told = await db.transaction().execute(async (tx) => {
    if (!(await tryLockAlerts(tx))) return null;
    const now = clock.now();
    await follow(tx, await present(tx), now);
    return tell(tx, await alertSettings(tx), now, page);
  });
  if (told) jobsAdded();
  return told !== null;
}

/** Brings the open alerts to what is wrong now. */
async function follow(tx: Tx, { causes, unknownSites }: Present, now: Date): Promise<void> {
  const open = new Map((await openAlerts(tx)).map((alert) => [alert.cause, alert]));
  await insertAlerts(
    tx,
    causes.filter(({ cause }) => !open.has(cause)),
    now,
  );
  const present = new Map(causes.map((cause) => [cause.cause, cause]));
  for (const alert of open.values()) {
    if (alert.site !== null && alert.lasting && unknownSites.has(alert.site) && !present.has(alert.cause)) continue;
    const change = changeOf(alert, present.get(alert.cause), now);
    if (change) await updateAlert(tx, alert.id, change);
  }
}

/** Days after which an event that has happened is no longer open. */
const noticeDays = 7;

function changeOf(alert: AlertRow, cause: AlertCause | undefined, now: Date): Partial<AlertRow> | null {
  if (!alert.lasting) return now.getTime() - alert.opened.getTime() > noticeDays * 86_400_000 ? { cleared: now, clear_told: now } : null;
  if (!cause) {
    if (alert.gone === null) return { gone: now };
    return now.getTime() - alert.gone.getTime() >= clearAfterMs(alert.times) ? { cleared: now } : null;
  }
  const { level, sentence, step } = cause;
  if (alert.gone !== null) return { gone: null, times: alert.times + 1, level, sentence, step };
  const isSame = level === alert.level && sentence === alert.sentence && step === alert.step;
  return isSame ? null : { level, sentence, step };
}

/** Queues what is to be told now. @returns whether anything was queued */
async function tell(tx: Tx, settings: AlertSettings, now: Date, page: string): Promise<boolean> {
  const waiting = (await untoldAlerts(tx)).filter(({ level }) => !isHeldBack(level, settings, now));
  const untold = waiting.filter((alert) => alert.told === null || (alert.cleared && !alert.clear_told));
  const escalated = waiting.filter((alert) => alert.lasting && !alert.cleared && isEscalated(alert, settings, now));
  if (untold.length === 0 && escalated.length === 0) return false;
  const recipients = await recipientsOf(tx);
  const wasHeld = (alert: AlertRow): boolean => isHeldBack(alert.level, settings, alert.cleared ?? alert.opened) || isMissed(alert);
  const words = wordsOf(
    untold.filter((alert) => !wasHeld(alert)),
    untold.filter(wasHeld),
    page,
  );
  for (const one of words) {
    const toSecond = one.kind === 'cleared' && one.alerts.some((alert) => alert.escalated);
    await queueWords(tx, one, onLists(recipients, toSecond ? ['first', 'second'] : ['first']), now);
  }
  for (const alert of escalated)
    await queueWords(tx, escalatedWords(alert, settings.escalateAfterMinutes, page), onLists(recipients, ['second']), now);
  await markAlerts(tx, idsOf(untold.filter(({ cleared }) => !cleared)), { told: now });
  await markAlerts(tx, idsOf(untold.filter(({ cleared }) => cleared)), { told: now, clear_told: now });
  await markAlerts(tx, idsOf(escalated), { escalated: now });
  return true;
}

/** Whether it opened and was cleared while quiet hours lasted, so that its opening was never told. */
const isMissed = ({ told, cleared }: AlertRow): boolean => told === null && cleared !== null;

const idsOf = (alerts: readonly AlertRow[]): string[] => alerts.map(({ id }) => id);
