import { beforeEach, describe, expect, it } from 'vitest';
import { leaseValidityMs } from '@washdesk/site-protocol/timing';
import { trackLeases, type Lease, type Leases } from './leases.ts';

let now: number;
let leases: Leases;
beforeEach(() => {
  now = 0;
  leases = trackLeases(() => now);
});

const lease = (boot: string): Lease => ({ lease: `of ${boot}`, journal: `journal of ${boot}`, agent: { boot, host: boot } });
const take = (boot: string) => leases.take(12, lease(boot));

describe('the leases of a site', () => {
  it('are those of the first agent, while it is online', () => {
    take('first');
    expect(take('second')).toMatchObject({ serving: { boot: 'first' }, second: { boot: 'second' }, isNewSecond: true });
    expect(take('second')).toMatchObject({ isNewSecond: false });
    expect(leases.fresh(12)?.lease).toBe('of first');
    expect(take('first')).toMatchObject({ second: { boot: 'second' }, isNewSecond: false });
  });

  it('are those of the second when the first has fallen silent, and the first is refused when it is back', () => {
    take('first');
    now = leaseValidityMs;
    expect(take('second')).toMatchObject({ serving: { boot: 'second' }, second: null });
    expect(take('first')).toMatchObject({ serving: { boot: 'second' }, second: { boot: 'first' }, isNewSecond: true });
  });

  it('forget a second agent that has gone', () => {
    take('first');
    take('second');
    now = leaseValidityMs - 1;
    take('first');
    now += 2;
    expect(take('first')).toMatchObject({ second: null });
  });

  it('are fresh for a while only', () => {
    take('first');
    expect(leases.serving(12)).toMatchObject({ boot: 'first' });
    now = leaseValidityMs;
    expect(leases.fresh(12)).toBeNull();
    expect(leases.serving(12)).toBeNull();
  });
});
