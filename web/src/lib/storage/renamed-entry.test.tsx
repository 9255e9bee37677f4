import { afterEach, describe, expect, it } from 'vitest';
import { readRenamedEntry } from './renamed-entry.ts';

const read = () => readRenamedEntry('new', 'old');

describe('an entry whose key was renamed', () => {
  afterEach(() => sessionStorage.clear());

  it('is moved from the old key at the first read', () => {
    sessionStorage.setItem('old', 'text');
    expect(read()).toBe('text');
    expect(Object.entries(sessionStorage)).toEqual([['new', 'text']]);
    expect(read()).toBe('text');
  });

  it('is read under the new key where both are there', () => {
    sessionStorage.setItem('old', 'older');
    sessionStorage.setItem('new', 'newer');
    expect(read()).toBe('newer');
  });

  it('is null where neither key is there', () => {
    expect(read()).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });
});
