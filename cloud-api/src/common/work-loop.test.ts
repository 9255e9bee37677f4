import { describe, expect, it, vi } from 'vitest';
import { WorkLoop } from './work-loop.ts';

/** A loop whose pause never ends on its own, and whose rounds return the listed counts. */
function loopOver(finds: (number | Error)[]) {
  const round = vi.fn(async () => {
    const found = finds.shift() ?? 0;
    if (found instanceof Error) throw found;
    return found;
  });
  const onTrouble = vi.fn();
  return { round, onTrouble, finds, loop: new WorkLoop({ round, everyMs: 2_000_000_000, onTrouble }) };
}

const rounds = async (round: ReturnType<typeof vi.fn>, count: number): Promise<void> => {
  await expect.poll(() => round).toHaveBeenCalledTimes(count);
};

describe('WorkLoop', () => {
  it('goes round while there is work, then rests until it is poked', async () => {
    const { loop, round } = loopOver([3, 1, 0]);
    loop.start();
    await rounds(round, 3);
    loop.poke();
    await rounds(round, 4);
    await loop.stop();
    expect(round).toHaveBeenCalledTimes(4);
  });

  it('looks again when it was poked in the middle of a round that found nothing', async () => {
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const round = vi.fn(async () => {
      begun.resolve();
      await gate.promise;
      return 0;
    });
    const loop = new WorkLoop({ round, everyMs: 2_000_000_000, onTrouble: () => undefined });
    loop.start();
    await begun.promise;
    loop.poke();
    gate.resolve();
    await rounds(round, 2);
    await loop.stop();
    expect(round).toHaveBeenCalledTimes(2);
  });

  it('survives a failed round: it logs the error, waits and continues', async () => {
    const { loop, round, onTrouble } = loopOver([new Error('away'), 0]);
    loop.start();
    await expect.poll(() => onTrouble).toHaveBeenCalledTimes(1);
    loop.poke();
    await rounds(round, 2);
    await loop.stop();
  });

  it('begins its rounds apart, so that one does what several pokes asked for', async () => {
    const begins: number[] = [];
    const round = async (): Promise<number> => {
      begins.push(performance.now());
      return 0;
    };
    const loop = new WorkLoop({ round, everyMs: 2_000_000_000, apartMs: 40, onTrouble: () => undefined });
    loop.start();
    const poking = setInterval(() => loop.poke(), 1);
    await expect.poll(() => begins.length).toBeGreaterThan(4);
    clearInterval(poking);
    await loop.stop();
    const gaps = begins.slice(1).map((at, index) => at - begins[index]!);
    // A timer may fire up to a millisecond early.
    expect(Math.min(...gaps)).toBeGreaterThan(38);
  });

  it('loses no poke between two rounds', async () => {
    const round = vi.fn(async () => 0);
    const loop = new WorkLoop({ round, everyMs: 2_000_000_000, apartMs: 30, onTrouble: () => undefined });
    loop.start();
    await rounds(round, 1);
    loop.poke();
    expect(round).toHaveBeenCalledTimes(1);
    await rounds(round, 2);
    await loop.stop();
  });

  it('stops after the round under way', async () => {
    const gate = Promise.withResolvers<void>();
    let ended = false;
    const round = async (): Promise<number> => {
      await gate.promise;
      ended = true;
      return 1;
    };
    const loop = new WorkLoop({ round, everyMs: 1, onTrouble: () => undefined });
    loop.start();
    const stopped = loop.stop();
    gate.resolve();
    await stopped;
    expect(ended).toBe(true);
  });
});
