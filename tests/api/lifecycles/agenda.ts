import type { CompanyClock } from '../../support/company-clock.ts';

/** Something that goes on by itself: it yields the epoch second at which it wants to be woken next. */
export type Life = AsyncGenerator<number, void, void>;

const atOnce = 8;

/** Lives all of them by one clock, which only moves forward: whoever is due first is woken first. */
export async function liveAll(clock: CompanyClock, lives: readonly Life[]): Promise<void> {
  const due = new Map(lives.map((life) => [life, 0]));
  const now = (): number => clock.now().getTime() / 1_000;
  const wake = async (life: Life): Promise<void> => {
    const { value, done } = await life.next();
    if (done) due.delete(life);
    else due.set(life, value);
  };
  while (due.size > 0) {
    const earliest = Math.min(...due.values());
    if (earliest > now()) await clock.moveTo(new Date(earliest * 1_000).toISOString());
    const awake = [...due].filter(([, at]) => at <= now()).map(([life]) => life);
    for (let from = 0; from < awake.length; from += atOnce) await Promise.all(awake.slice(from, from + atOnce).map(wake));
  }
}
