import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unsettledActs } from './unsettled.ts';

describe('unsettledActs', () => {
  const acts = unsettledActs('test', 300_000);

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    sessionStorage.clear();
  });

  it('keeps the id until the outcome is known, over a reload too', () => {
    const id = acts.idFor('ABC123-IL');
    expect(acts.idFor('ABC123-IL')).toBe(id);
    expect(unsettledActs('test', 300_000).idFor('ABC123-IL')).toBe(id);
    acts.settle('ABC123-IL');
    expect(acts.idFor('ABC123-IL')).not.toBe(id);
  });

  it('keeps subjects and kinds apart', () => {
    const id = acts.idFor('ABC123-IL');
    expect(acts.idFor('XYZ789-IN')).not.toBe(id);
    expect(unsettledActs('other', 300_000).idFor('ABC123-IL')).not.toBe(id);
    acts.settle('XYZ789-IN');
    expect(acts.subjects()).toEqual(['ABC123-IL']);
  });

  it('forgets an attempt at the end of its life', () => {
    const id = acts.idFor('ABC123-IL');
    vi.advanceTimersByTime(299_999);
    expect(acts.idFor('ABC123-IL')).toBe(id);
    vi.advanceTimersByTime(1);
    expect(acts.subjects()).toEqual([]);
    expect(acts.idFor('ABC123-IL')).not.toBe(id);
  });
});
