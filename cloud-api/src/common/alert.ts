import type { Logger } from 'pino';

/** Tells IT of something that a person has to look at, by its kind and the ids that it concerns. */
export type Alert = (kind: string, about: Readonly<Record<string, string | number | null>>, message: string) => void;

/** As a line of the log at level `error` with a field `alert`, which the operator's monitoring picks up. */
export const alertsTo =
  (log: Logger): Alert =>
  (kind, about, message) =>
    log.error({ alert: kind, ...about }, message);
