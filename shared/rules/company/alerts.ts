import { isWithinHours, type DayHours } from '../dates/day-hours.ts';

/** Who is told first, and who if the alert isn't seen in time. */
export const alertLists = ['first', 'second'] as const;
export type AlertList = (typeof alertLists)[number];

export const alertChannels = ['email', 'sms', 'webhook'] as const;
export type AlertChannel = (typeof alertChannels)[number];

/** `stop` is critical: lanes, sales or money stop. `wait` can wait until the morning. */
export type AlertLevel = 'stop' | 'wait';

export interface AlertSettings {
  /** Without messages, in the time zone; they may span midnight. Null for none. */
  quietHours: DayHours | null;
  timeZone: string;
  /** Whether critical alerts are sent in quiet hours. */
  criticalInQuietHours: boolean;
  /** Minutes after which an alert that is not seen goes to the second list. */
  escalateAfterMinutes: number;
}

export const defaultAlertSettings: Omit<AlertSettings, 'timeZone'> = {
  quietHours: { from: '21:00', to: '06:30' },
  criticalInQuietHours: true,
  escalateAfterMinutes: 15,
};

const minuteMs = 60_000;
const longestDampingMs = 60 * minuteMs;

/** A cause that comes back this soon after its alert was cleared counts on. */
export const sameFaultMs = 60 * minuteMs;

/**
 * Returns how long a cause must be gone before its alert is cleared: twice as long with each time it came back, so that a fault that comes
 * and goes stays one alert (docs/rules/company.md#alerts).
 */
export const clearAfterMs = (times: number): number => Math.min(longestDampingMs, minuteMs * 2 ** Math.min(times - 1, 10));

/** Whether a message about an alert of this level waits until the quiet hours end. */
export function isHeldBack(level: AlertLevel, { quietHours, timeZone, criticalInQuietHours }: AlertSettings, now: Date): boolean {
  if (quietHours === null || (level === 'stop' && criticalInQuietHours)) return false;
  const { from, to } = quietHours;
  if (from <= to) return isWithinHours(now, timeZone, quietHours);
  return !isWithinHours(now, timeZone, { from: to, to: from });
}

/** Whether an alert goes to the second list: told, not seen, and still there. */
export function isEscalated(
  alert: { told: Date | null; seen: Date | null; gone: Date | null; escalated: Date | null },
  { escalateAfterMinutes }: Pick<AlertSettings, 'escalateAfterMinutes'>,
  now: Date,
): boolean {
  const { told, seen, gone, escalated } = alert;
  return told !== null && !seen && !gone && !escalated && now.getTime() - told.getTime() >= escalateAfterMinutes * minuteMs;
}
