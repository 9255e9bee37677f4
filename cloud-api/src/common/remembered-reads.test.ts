import { describe, expect, it, vi } from 'vitest';
import { RememberedReads } from './remembered-reads.ts';

function setUp(max = 10) {
  let time = 0;
  const read = vi.fn<(key: string) => Promise<string>>(async (key) => `${key} at ${time}`);
  const reads = new RememberedReads({ read, ttlMs: 5_000, max, monotonic: () => time });
  return { reads, read, pass: (ms: number) => (time += ms) };
}

describe('RememberedReads', () => {
  it('asks once within its time, and again after it', async () => {
    const { reads, read, pass } = setUp();
    expect(await reads.get('a')).toBe('a at 0');
    pass(4_999);
    expect(await reads.get('a')).toBe('a at 0');
    pass(1);
    expect(await reads.get('a')).toBe('a at 5000');
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('shares one read among those who ask at the same time', async () => {
    const { reads, read } = setUp();
    await Promise.all(Array.from({ length: 20 }, () => reads.get('a')));
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('forgets on demand, one or all', async () => {
    const { reads, read } = setUp();
    await Promise.all([reads.get('a'), reads.get('b')]);
    reads.forget('a');
    await Promise.all([reads.get('a'), reads.get('b')]);
    expect(read).toHaveBeenCalledTimes(3);
    reads.forgetAll();
    await Promise.all([reads.get('a'), reads.get('b')]);
    expect(read).toHaveBeenCalledTimes(5);
  });

  it('does not remember a failure', async () => {
    const { reads, read } = setUp();
    read.mockRejectedValueOnce(new Error('the server is away'));
    await expect(reads.get('a')).rejects.toThrow('the server is away');
    expect(await reads.get('a')).toBe('a at 0');
  });

  it('stays within its bound by forgetting what was read longest ago', async () => {
    const { reads, read } = setUp(2);
    for (const key of ['a', 'b', 'c']) await reads.get(key);
    await reads.get('b');
    await reads.get('c');
    expect(read).toHaveBeenCalledTimes(3);
    await reads.get('a');
    expect(read).toHaveBeenCalledTimes(4);
  });
});
