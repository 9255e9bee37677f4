/** Returns a moment by a site's clock: 'Nov 21, 2026, 6:00:00 AM CST'. */
export const siteTime = (at: Date, timeZone: string): string =>
  at.toLocaleString('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'long' }).replaceAll('\u202F', ' ');

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
