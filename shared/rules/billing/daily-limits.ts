/** One person's limits in 24 hours without an approval; cents. */
export interface DailyLimit {
  count: number;
  cents: number;
}

export const moneyKinds = ['charges', 'refunds'] as const;
export type MoneyKind = (typeof moneyKinds)[number];

export type DailyLimits = Readonly<Record<MoneyKind, DailyLimit>>;

/** Returns the limit that another charge or refund of this amount exceeds; null for none. */
export function exceededLimit(limit: DailyLimit, moved: DailyLimit, amount: number): 'count' | 'cents' | null {
  if (moved.count + 1 > limit.count) return 'count';
  return moved.cents + amount > limit.cents ? 'cents' : null;
}
