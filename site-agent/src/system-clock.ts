import type { Clock } from './ports/clock.ts';

/** The company's time where nobody moves it. */
export const systemClock: Clock = { now: () => new Date() };
