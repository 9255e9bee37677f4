const dayMs = 86_400_000;
const warnDays = 14;

/** Returns a sentence if a certificate has expired or expires within 14 days; null otherwise. `of` begins the sentence. */
export function certificateProblem(of: string, validTo: Date, now: Date): string | null {
  const leftMs = validTo.getTime() - now.getTime();
  if (leftMs > warnDays * dayMs) return null;
  const day = validTo.toISOString().slice(0, 10);
  return leftMs <= 0 ? `${of} expired on ${day}; replace it` : `${of} expires on ${day}; replace it before`;
}
