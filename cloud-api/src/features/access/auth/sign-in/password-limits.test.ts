import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { passwordLimits } from './password-limits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sends ten wrong passwords per minute from one address. @returns the alerts */
async function guesses(minutes: number, name: (turn: number) => string): Promise<{ kind: string; about: object; message: string }[]> {
  const alerts: { kind: string; about: object; message: string }[] = [];
  const limits = passwordLimits((kind, about, message) => alerts.push({ kind, about, message }));
  const caller = { device: null, principal: null, ip: '10.0.0.9', proxy: undefined, requestId: 'request' };
  for (let minute = 0; minute < minutes; minute += 1) {
    for (let turn = 0; turn < 10; turn += 1) await limits.begin(name(10 * minute + turn), caller).catch(() => undefined);
    vi.advanceTimersByTime(60_000);
  }
  return alerts;
}

describe('a lock of an hour', () => {
  it('of one name is told once, without the name, for a password may have been typed there', async () => {
    expect(await guesses(3, () => 'user priya')).toEqual([]);
    const alerts = await guesses(6, () => 'user priya');
    expect(alerts).toMatchObject([{ kind: 'password.locked', about: { place: '10.0.0.9', site: null } }]);
    expect(JSON.stringify(alerts)).not.toContain('priya');
  });

  it('of an address that tries everybody is told once', async () => {
    expect(await guesses(10, (turn) => `user ${turn}`)).toEqual([]);
    expect(await guesses(12, (turn) => `user ${turn}`)).toHaveLength(1);
  });
});
