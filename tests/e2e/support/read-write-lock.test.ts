import { describe, expect, it } from 'vitest';
import { ReadWriteLock } from './read-write-lock.ts';

describe('turns', () => {
  it('are shared by all who do not ask to be alone', () => {
    const turns = new ReadWriteLock();
    const begun: string[] = [];
    turns.wait(false, () => begun.push('one'));
    turns.wait(false, () => begun.push('two'));
    expect(begun).toEqual(['one', 'two']);
  });

  it('are had alone behind those who are there and before those who come later', () => {
    const turns = new ReadWriteLock();
    const begun: string[] = [];
    const there = turns.wait(false, () => begun.push('there'));
    const alone = turns.wait(true, () => begun.push('alone'));
    turns.wait(false, () => begun.push('later'));
    expect(begun).toEqual(['there']);
    there.end();
    expect(begun).toEqual(['there', 'alone']);
    alone.end();
    expect(begun).toEqual(['there', 'alone', 'later']);
  });

  it('skip waiters that no longer wait', () => {
    const turns = new ReadWriteLock();
    const begun: string[] = [];
    const there = turns.wait(true, () => begun.push('there'));
    const gone = turns.wait(true, () => begun.push('gone'));
    turns.wait(false, () => begun.push('next'));
    gone.end();
    there.end();
    expect(begun).toEqual(['there', 'next']);
  });
});
