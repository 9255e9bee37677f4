import { describe, expect, it } from 'vitest';
import { OpeningLimits } from './opening-limits.ts';

const hourMs = 3_600_000;

describe('opening limits', () => {
  it('keep a gate from being opened while it may still move', () => {
    const limits = new OpeningLimits({ cooldownMs: 3_000, maxPerHour: 10 });
    expect(limits.objection(0)).toBeNull();
    limits.pulsed(0);
    expect(limits.objection(1_000)).toBe('The gate was opened 1 s ago; wait 2 s');
    expect(limits.objection(2_999)).not.toBeNull();
    expect(limits.objection(3_000)).toBeNull();
  });

  it('count the openings of the last hour', () => {
    const limits = new OpeningLimits({ cooldownMs: 0, maxPerHour: 2 });
    limits.pulsed(0);
    limits.pulsed(1_000);
    expect(limits.objection(2_000)).toBe('The gate was opened 2 times within an hour, which is the limit');
    expect(limits.objection(hourMs - 1)).not.toBeNull();
    expect(limits.objection(hourMs)).toBeNull();
  });
});
