import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leaseValidityMs } from '@washdesk/site-protocol/timing';
import { Leases } from './leases.ts';

describe('leases', () => {
  it('are good for five seconds and not a moment longer', () => {
    const leases = new Leases();
    const lease = leases.issue(1_000);
    expect(leases.isGood(lease, 1_000 + leaseValidityMs)).toBe(true);
    expect(leases.isGood(lease, 1_001 + leaseValidityMs)).toBe(false);
  });

  it('are valid side by side while they are new, and never those of another holder', () => {
    const leases = new Leases();
    const [first, second] = [leases.issue(0), leases.issue(2_000)];
    expect(first).not.toBe(second);
    expect(leases.isGood(first, 4_000)).toBe(true);
    expect(leases.isGood(second, 4_000)).toBe(true);
    expect(leases.isGood(new Leases().issue(4_000), 4_000)).toBe(false);
    expect(leases.isGood('', 4_000)).toBe(false);
  });

  it('are good exactly when they are young enough, whatever was issued in between', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4_000), { minLength: 1, maxLength: 20 }), fc.nat(10_000), (waits, later) => {
        const leases = new Leases();
        let now = 0;
        const issued = waits.map((wait) => ({ lease: leases.issue((now += wait)), at: now }));
        const asked = now + later;
        for (const { lease, at } of issued) expect(leases.isGood(lease, asked)).toBe(asked - at <= leaseValidityMs);
      }),
    );
  });
});
