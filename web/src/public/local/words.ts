/** Returns the time between two instants as people say it: 40 s, 12 min, 3 h, 5 days. */
export function spanBetween(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1_000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

/** Returns the time of day at the site, with its date if that was another day. */
export function timeAt(instant: string, now: string, timeZone: string): string {
  const dayOf = (at: string): string => new Date(at).toLocaleDateString('en-US', { timeZone });
  const time = { hour: 'numeric', minute: '2-digit', timeZone } as const;
  const day = dayOf(instant) === dayOf(now) ? {} : ({ month: 'short', day: 'numeric' } as const);
  return new Date(instant).toLocaleString('en-US', { ...day, ...time });
}

/** Drivers report a cause without a capital. */
export const capitalized = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
