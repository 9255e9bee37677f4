import { describe, expect, it } from 'vitest';
import { HashGate } from './hash-gate.ts';

/** Work that ends on request. */
function works() {
  const ends: (() => void)[] = [];
  return {
    begun: () => ends.length,
    work: () => new Promise<void>((resolve) => ends.push(resolve)),
    endAll: () => ends.splice(0).forEach((end) => end()),
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('the gate of slow hashes', () => {
  it('runs two at once, of unknown callers one, and devices come first', async () => {
    const gate = new HashGate();
    const [unknown, devices] = [works(), works()];
    for (let i = 0; i < 5; i += 1) void gate.run(`10.${i}.0.1`, unknown.work);
    await settle();
    expect(unknown.begun()).toBe(1);
    for (let i = 0; i < 5; i += 1) void gate.run(null, devices.work);
    await settle();
    expect(devices.begun()).toBe(1);
    unknown.endAll();
    await settle();
    expect([devices.begun(), unknown.begun()]).toEqual([2, 0]);
  });

  it('refuses those of one network beyond three who wait, and no device for their sake', async () => {
    const gate = new HashGate();
    const { work, begun } = works();
    const tries = Array.from({ length: 50 }, (_, i) => gate.run(`2001:db8::${i}`, work).catch((error: unknown) => error));
    const refused = await Promise.race([Promise.all(tries.slice(4)), settle()]);
    expect(refused).toEqual(Array.from({ length: 46 }, () => expect.objectContaining({ status: 429, code: 'too_many_attempts' })));
    const device = gate.run(null, async () => 'compared');
    expect(await device).toBe('compared');
    expect(begun()).toBe(1);
  });

  it("lets unknown callers take a quarter of one core's time at most", async () => {
    const gate = new HashGate();
    const busyMs = 20;
    const began = performance.now();
    await Promise.all(
      Array.from({ length: 5 }, (_, i) => gate.run(`10.${i}.0.1`, () => new Promise((resolve) => setTimeout(resolve, busyMs)))),
    );
    expect(performance.now() - began).toBeGreaterThan((5 + 4 * 3) * busyMs - 20);
  });

  it('continues after work that failed', async () => {
    const gate = new HashGate();
    await expect(gate.run(null, () => Promise.reject(new Error('no hash')))).rejects.toThrow('no hash');
    expect(await gate.run(null, async () => 1)).toBe(1);
  });

  it('lets twelve others through while twelve connections guess on and on', async () => {
    const gate = new HashGate();
    const over = new AbortController();
    const work = () => new Promise<void>((resolve) => setTimeout(resolve, 1));
    const guessing = Array.from({ length: 12 }, async (_, i) => {
      while (!over.signal.aborted) await gate.run(`10.0.0.${i}`, work).catch(() => settle());
    });
    await settle();
    const others = await Promise.allSettled(Array.from({ length: 12 }, (_, i) => gate.run(`10.0.1.${i}`, work)));
    over.abort();
    await Promise.all(guessing);
    expect(others.filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});
