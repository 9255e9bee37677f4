import { wallClock as toTheMillisecond } from '@washdesk/rules/dates/wall-clock';

/** Returns the local time at a site in a register's format: '2026-11-21 09:30:00'. */
export const wallClock = (instant: string, timeZone: string): string => toTheMillisecond(new Date(instant), timeZone).slice(0, 19);
