import type { Logger } from 'pino';

/** Reports something that a person has to check to IT, by its kind and the ids it concerns. */
export type Alert = (kind: string, about: Readonly<Record<string, string | number | null>>, message: string) => void;

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
