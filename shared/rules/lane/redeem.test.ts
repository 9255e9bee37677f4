import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latestRecent, pruneRecent, recentListLength, redeemErrorMessage } from './redeem.ts';
import type { RecentRedeem } from './redeem.ts';

const now = new Date('2026-11-21T12:00:00Z');
const windowMs = 300_000;

function entry(secondsAgo: number, { code = 'ABC123-IL', status = 'Active' }: Partial<RecentRedeem> = {}): RecentRedeem {
  return { code, status, redeemedAt: new Date(now.getTime() - secondsAgo * 1000).toISOString() };
}

const entries = fc
  .array(
    fc.record({ age: fc.nat(900), code: fc.constantFrom('A-IL', 'B-IL'), status: fc.constantFrom('Active', 'Not Active', 'Not Found') }),
  )
  .map((made) => made.map(({ age, code, status }) => entry(age, { code, status })));

describe('pruneRecent', () => {
  it.each([60, 300, 3_600])('keeps what is under %i seconds old', (seconds) => {
    const kept = [entry(0), entry(seconds - 1)];
    expect(pruneRecent([...kept, entry(seconds), entry(seconds + 1)], now, seconds * 1_000)).toEqual(kept);
  });

  it('drops nothing twice, and everything once the window has passed', () => {
    fc.assert(
      fc.property(entries, (all) => {
        const kept = pruneRecent(all, now, windowMs);
        expect(pruneRecent(kept, now, windowMs)).toEqual(kept);
        expect(pruneRecent(all, new Date(now.getTime() + windowMs), windowMs)).toEqual([]);
      }),
    );
  });
});

describe('latestRecent', () => {
  it('shows at most ten, the newest first', () => {
    fc.assert(
      fc.property(entries, (all) => {
        const shown = latestRecent(all);
        expect(shown).toHaveLength(Math.min(all.length, recentListLength));
        const times = shown.map(({ redeemedAt }) => redeemedAt);
        expect(times).toEqual(
          all
            .map(({ redeemedAt }) => redeemedAt)
            .toSorted()
            .toReversed()
            .slice(0, recentListLength),
        );
      }),
    );
  });
});

it('redeemErrorMessage has the server’s message', () => {
  expect(redeemErrorMessage('Site 12 is offline')).toBe('Error: Site 12 is offline');
});
