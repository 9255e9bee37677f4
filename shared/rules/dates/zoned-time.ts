/** By time zone: creating a format takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the time of day at a site and the name of its clock then: '3:05 PM' and 'CST'. */
export function zonedTime(instant: Date, timeZone: string): { time: string; zone: string } {
  const named = formatOf(timeZone).format(instant).replaceAll('\u202F', ' ');
  const zone = named.slice(named.lastIndexOf(' ') + 1);
  return { time: named.slice(0, -zone.length).trim(), zone };
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });
  formats.set(timeZone, format);
  return format;
}
