import { describe, expect, it, vi } from 'vitest';
import { OpenSessions } from './open-sessions.ts';

describe('OpenSessions', () => {
  it('knows at once what this process ended, and notifies its listeners', async () => {
    const ended = new Set<string>();
    const isOpen = vi.fn<(session: string) => Promise<boolean>>(async (session) => !ended.has(session));
    const sessions = new OpenSessions(isOpen);
    const heard: string[] = [];
    const stop = sessions.onEnded((session) => heard.push(session));

    expect(await sessions.has('a')).toBe(true);
    expect(await sessions.has('a')).toBe(true);
    expect(isOpen).toHaveBeenCalledTimes(1);

    ended.add('a');
    sessions.announceEnded(['a']);
    expect(heard).toEqual(['a']);
    expect(await sessions.has('a')).toBe(false);

    stop();
    heard.length = 0;
    sessions.announceEnded(['b']);
    expect(heard).toEqual([]);
  });

  it('says so too when it finds out what another process ended', async () => {
    const sessions = new OpenSessions(async () => false);
    const heard: string[] = [];
    sessions.onEnded((session) => heard.push(session));
    expect(await sessions.has('a')).toBe(false);
    expect(heard).toEqual(['a']);
  });
});
