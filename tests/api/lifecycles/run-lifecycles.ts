import type { CompanyClock } from '@washdesk/stripe-simulator/company-clock.fixture';

/** A lifecycle as a generator that yields the epoch second of its next step. */
export type Lifecycle = AsyncGenerator<number, void, void>;

const atOnce = 8;

/** Runs all lifecycles by one clock, which only moves forward: the earliest due runs first. */
export async function runLifecycles(clock: CompanyClock, lifecycles: readonly Lifecycle[]): Promise<void> {
  const due = new Map(lifecycles.map((lifecycle) => [lifecycle, 0]));
  const now = (): number => clock.now().getTime() / 1_000;
  const wake = async (lifecycle: Lifecycle): Promise<void> => {
    const { value, done } = await lifecycle.next();
    if (done) due.delete(lifecycle);
    else due.set(lifecycle, value);
  };
  while (due.size > 0) {
    const earliest = Math.min(...due.values());
    if (earliest > now()) await clock.moveTo(new Date(earliest * 1_000).toISOString());
    const awake = [...due].filter(([, at]) => at <= now()).map(([lifecycle]) => lifecycle);
    for (let from = 0; from < awake.length; from += atOnce) await Promise.all(awake.slice(from, from + atOnce).map(wake));
  }
}
