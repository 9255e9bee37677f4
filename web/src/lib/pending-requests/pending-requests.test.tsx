import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pendingRequests } from './pending-requests.ts';

describe('pendingRequests', () => {
  const requests = pendingRequests('test', 300_000);

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    sessionStorage.clear();
  });

  it('keeps the id until the outcome is known, over a reload too', () => {
    const id = requests.idFor('ABC123-IL');
    expect(requests.idFor('ABC123-IL')).toBe(id);
    expect(pendingRequests('test', 300_000).idFor('ABC123-IL')).toBe(id);
    requests.settle('ABC123-IL');
    expect(requests.idFor('ABC123-IL')).not.toBe(id);
  });

  it('keeps subjects and kinds apart', () => {
    const id = requests.idFor('ABC123-IL');
    expect(requests.idFor('XYZ789-IN')).not.toBe(id);
    expect(pendingRequests('other', 300_000).idFor('ABC123-IL')).not.toBe(id);
    requests.settle('XYZ789-IN');
    expect(requests.subjects()).toEqual(['ABC123-IL']);
  });

  it('forgets an attempt at the end of its life', () => {
    const id = requests.idFor('ABC123-IL');
    vi.advanceTimersByTime(299_999);
    expect(requests.idFor('ABC123-IL')).toBe(id);
    vi.advanceTimersByTime(1);
    expect(requests.subjects()).toEqual([]);
    expect(requests.idFor('ABC123-IL')).not.toBe(id);
  });
});
