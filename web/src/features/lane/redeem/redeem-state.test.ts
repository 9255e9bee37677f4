import { describe, expect, it } from 'vitest';
import { customerAtLane, initialRedeemState, redeemReducer, type RedeemEvent, type RedeemState } from './redeem-state.ts';
import type { RedeemAnswer, Verdict, VerdictKind } from './verdict/verdict.ts';

const noon = new Date('2026-11-21T18:00:00.000Z');
const later = (seconds: number): Date => new Date(noon.getTime() + seconds * 1000);

const member = (usageId: string | null): RedeemAnswer => ({
  found: true,
  active: true,
  hasAccess: true,
  expires: null,
  priceIncrease: false,
  scheduleId: null,
  PlanName: 'Super Kiss',
  id: 'cus_1',
  type: 'plate',
  status: 'active',
  name: 'Ann Member',
  usageId,
  redeemed: noon.toISOString(),
  otherHolders: [],
});

const ended = (code: string, kind: VerdictKind, at: Date = noon, found: RedeemAnswer | null = null): RedeemEvent => {
  const verdict: Verdict = { kind, code, customer: null, message: kind, member: found, similar: [] };
  return { type: 'ended', verdict, at, unresolved: [] };
};

const run = (...events: RedeemEvent[]): RedeemState => events.reduce(redeemReducer, initialRedeemState([]));

describe('the customer at the lane', () => {
  const looked = (...more: RedeemEvent[]) => customerAtLane(run(ended('ABC123-IL', 'recorded', noon, member('usage-1')), ...more));

  it('is who was looked up last, until the list of recent ones has forgotten them', () => {
    expect(looked()).toBe('cus_1');
    expect(looked({ type: 'messageExpired' })).toBe('cus_1');
    expect(looked({ type: 'messageExpired' }, { type: 'pruned', now: later(299), unresolved: [] })).toBe('cus_1');
    expect(looked({ type: 'messageExpired' }, { type: 'pruned', now: later(301), unresolved: [] })).toBeNull();
  });

  it('is no customer for an unknown code', () => {
    expect(looked(ended('XYZ999-IL', 'notFound'))).toBeNull();
    expect(customerAtLane(run())).toBeNull();
  });
});

describe('redeemReducer', () => {
  it('keeps the member and the list of recent customers when the message goes', () => {
    const state = run({ type: 'started', subject: 'ABC123-IL' }, ended('ABC123-IL', 'recorded', noon, member('usage-1')), {
      type: 'messageExpired',
    });
    expect(state).toMatchObject({ input: '', pending: null, verdict: null, last: { code: 'ABC123-IL' } });
    expect(state.recent).toEqual([
      {
        id: 'usage-1',
        code: 'ABC123-IL',
        redeemedAt: noon.toISOString(),
        status: 'Active',
        customerId: 'cus_1',
        name: expect.any(String),
        isPaymentDue: false,
      },
    ]);
  });

  it('does not empty the box under the hands of who types the next plate', () => {
    const state = run(ended('ABC123-IL', 'recorded'), { type: 'typed', input: 'XYZ' }, { type: 'messageExpired' });
    expect(state.input).toBe('XYZ');
  });

  it.each([
    ['notActive', 'Not Active'],
    ['notFound', 'Not Found'],
    ['paymentDue', 'Active'],
  ] as const)('lists %s as %s', (kind, status) => {
    expect(run(ended('ABC123-IL', kind)).recent.map((entry) => entry.status)).toEqual([status]);
  });

  it.each(['already', 'failed', 'unknown', 'lookedUp'] as const)('lists nothing for %s', (kind) => {
    expect(run(ended('ABC123-IL', kind)).recent).toEqual([]);
  });

  it('forgets entries of 300 seconds, the newest standing first', () => {
    const before = run(ended('OLD1-IL', 'recorded', noon), ended('NEW1-IL', 'recorded', later(10)));
    expect(before.recent.map((entry) => entry.code)).toEqual(['NEW1-IL', 'OLD1-IL']);
    const after = redeemReducer(before, { type: 'pruned', now: later(300), unresolved: [] });
    expect(after.recent.map((entry) => entry.code)).toEqual(['NEW1-IL']);
  });

  const windowMs = 300_000;
  const ada = { name: 'Ada Moore', paymentDue: false };

  it('lists a usage once, whether it was seen here or recalled by the API', () => {
    const usages = [
      { id: 'usage-1', code: 'ABC123-IL', customer: 'cus_1', redeemed: noon.toISOString(), ...ada },
      { id: 'usage-2', code: '12345+678901', customer: 'cus_2', redeemed: later(-60).toISOString(), ...ada },
    ];
    const state = run(ended('ABC123-IL', 'recorded', noon, member('usage-1')), { type: 'recalled', usages, windowMs, now: later(5) });
    expect(state.recent.map((entry) => entry.id)).toEqual(['usage-1', 'usage-2']);
    expect(state.recent[0]?.customerId).toBe('cus_1');
  });

  it.each([60, 300, 3_600])("keeps a recalled entry for a window of %i s at most, however far the API's clock is ahead", (seconds) => {
    const usages = [{ id: 'usage-1', code: 'ABC123-IL', customer: 'cus_1', redeemed: '2027-01-01T00:00:00.000Z', ...ada }];
    const state = run({ type: 'recalled', usages, windowMs: seconds * 1_000, now: noon });
    expect(redeemReducer(state, { type: 'pruned', now: later(seconds - 1), unresolved: [] }).recent).toHaveLength(1);
    expect(redeemReducer(state, { type: 'pruned', now: later(seconds), unresolved: [] }).recent).toHaveLength(0);
  });

  it('keeps a refusal in sight and empties the box when the message’s time is over', () => {
    const state = run({ type: 'typed', input: 'abc123-il' }, ended('ABC123-IL', 'notActive'), { type: 'messageExpired' });
    expect(state).toMatchObject({ input: '', verdict: { kind: 'notActive' } });
    expect(redeemReducer(state, { type: 'dismissed' }).verdict).toBeNull();
  });

  it('shows the outcome of a retry only if no other car is in sight', () => {
    const verdictOf = (code: string): Verdict => ({
      ...lookup(code),
      kind: 'recorded',
      message: '',
      member: member('usage-1'),
      similar: [],
    });
    const retried: RedeemEvent = { type: 'resolved', verdict: verdictOf('ABC123-IL'), at: noon, unresolved: [] };
    expect(run(ended('ABC123-IL', 'unknown'), retried).verdict?.kind).toBe('recorded');
    const other = run(ended('XYZ999-IL', 'notFound'), retried);
    expect(other).toMatchObject({ verdict: { code: 'XYZ999-IL' }, last: null });
    expect(other.recent.map(({ code }) => code)).toContain('ABC123-IL');
  });

  it('removes an undone usage everywhere', () => {
    const recorded = run(ended('ABC123-IL', 'recorded', noon, member('usage-1')));
    expect(recorded.undoable).toEqual(['usage-1']);
    expect(redeemReducer(recorded, { type: 'undoExpired', usageId: 'usage-1' }).undoable).toEqual([]);
    expect(redeemReducer(recorded, { type: 'undone', usageId: 'usage-1' })).toMatchObject({
      recent: [],
      undoable: [],
      verdict: { kind: 'undone' },
      last: { member: { usageId: null } },
    });
  });
});

const lookup = (code: string) => ({ code, customer: null });
