/** Converts ISO 8601 to Stripe's epoch seconds. */
export function epochSeconds(iso: string): number {
  return Math.floor(Date.parse(iso) / 1000);
}

export function epochSecondsOrNull(iso: string | null): number | null {
  return iso === null ? null : epochSeconds(iso);
}
