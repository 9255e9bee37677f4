import type { Logger } from 'pino';
import type { AlertLevel } from '@washdesk/rules/company/alerts';

/** Reports something that a person has to check to IT, by its kind and the ids it concerns. */
export type Alert = (kind: string, about: Readonly<Record<string, string | number | null>>, message: string) => void;

/** What is wrong now: one alert that is open until the cause is gone. */
export interface AlertCause {
  cause: string;
  site: number | null;
  level: AlertLevel;
  sentence: string;
  step: string | null;
}

/**
 * A log line at level `error` with a field `alert`, which the operator's monitoring picks up.
 * @param notices also passes it on to the people of IT
 */
export const alertsTo =
  (log: Logger, notices?: Alert): Alert =>
  (kind, about, message) => {
    log.error({ alert: kind, ...about }, message);
    notices?.(kind, about, message);
  };
