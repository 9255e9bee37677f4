import { wallClock as toTheMillisecond } from '@washdesk/rules/dates/wall-clock';

/** The local time at a site at an instant (ISO 8601), as a register writes it: '2026-11-21 09:30:00'. */
export const wallClock = (instant: string, timeZone: string): string => toTheMillisecond(new Date(instant), timeZone).slice(0, 19);
