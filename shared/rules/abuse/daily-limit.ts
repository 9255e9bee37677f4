import type { Finding } from './finding.ts';
import { visitsOf, type Wash } from './visits.ts';

/** Washes per day by the plan's name; `*` is for all other plans. A plan without a limit is not checked. */
export type DailyWashLimits = Readonly<Record<string, number>>;

export const defaultDailyWashLimits: DailyWashLimits = { '*': 3 };

/** Finds days on which a plan was used more often than its limit. */
export function findOverDailyLimit(washes: readonly Wash[], limits: DailyWashLimits): Finding | null {
  const days = Map.groupBy(visitsOf(washes), ({ day }) => day);
  const over = [...days.values()].flatMap((visits) => {
    const limit = limits[visits[0]!.plan] ?? limits['*'];
    return limit !== undefined && visits.length > limit ? [{ visits, limit }] : [];
  });
  const [worst] = over.toSorted((one, other) => other.visits.length - one.visits.length);
  if (!worst) return null;
  const excess = over.reduce((sum, { visits, limit }) => sum + visits.length - limit, 0);
  return {
    facts: { kind: 'daily-limit', days: over.length, most: worst.visits.length, limit: worst.limit },
    strength: excess >= 5 ? 'strong' : excess >= 2 ? 'clear' : 'weak',
    evidence: over.flatMap(({ visits }) => visits).map(({ id, at }) => ({ of: 'wash', id, at })),
  };
}
