/** What the trace screen is opened for; all of it is in its URL. */
export interface TracesOf {
  site?: number | undefined;
  lane?: number | undefined;
  gate?: string | undefined;
  /** A plate or tag. */
  code?: string | undefined;
  customer?: string | undefined;
  /** The id of a trace or of its command. */
  id?: string | undefined;
  /** ISO 8601 UTC. */
  from?: string | undefined;
  until?: string | undefined;
}

/** Returns the URL of the trace screen. */
export function tracesPath(of: TracesOf): string {
  const given = Object.entries(of).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return `/admin/traces?${new URLSearchParams(given).toString()}`;
}
