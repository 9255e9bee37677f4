import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refundRefusal, refundState, refundableCents, spreadRefund, type ChargeFacts } from './refunds.ts';

const paid: ChargeFacts = {
  status: 'succeeded',
  captured: true,
  amountCaptured: 2_999,
  amountRefunded: 0,
  disputed: false,
  customerDeleted: false,
};

describe('of a charge can be refunded', () => {
  it.each<[string, Partial<ChargeFacts>, number]>([
    ['all that was captured', {}, 2_999],
    ['what is left', { amountRefunded: 1_000 }, 1_999],
    ['nothing when all was refunded', { amountRefunded: 2_999 }, 0],
    ['nothing when disputed', { disputed: true }, 0],
    ['nothing of a deleted customer', { customerDeleted: true }, 0],
    ['nothing of a failed one', { status: 'failed', captured: false, amountCaptured: 0 }, 0],
    ['nothing of one that was only authorized', { captured: false, amountCaptured: 0 }, 0],
  ])('%s', (_name, change, left) => {
    const charge = { ...paid, ...change };
    expect(refundableCents(charge)).toBe(left);
    expect(refundRefusal(charge, left + 1)).not.toBeNull();
    expect(refundRefusal(charge, Math.max(left, 1)) === null).toBe(left > 0);
  });

  it('says in words what is left', () => {
    expect(refundRefusal({ ...paid, amountRefunded: 1_000 }, 2_000)).toEqual({
      code: 'more_than_refundable',
      message: 'Only $19.99 of this charge can be refunded',
    });
    expect(refundRefusal({ ...paid, amountRefunded: 2_999 }, 1)?.message).toBe('This charge is fully refunded');
    expect(refundRefusal({ ...paid, disputed: true, amountRefunded: 2_999 }, 1)?.code).toBe('charge_disputed');
  });
});

it.each([
  [0, 'none'],
  [1, 'partially'],
  [2_998, 'partially'],
  [2_999, 'fully'],
])('calls a charge of 2999 with %i refunded %s', (amountRefunded, state) => {
  expect(refundState({ amountCaptured: 2_999, amountRefunded })).toBe(state);
});

describe('an open refund', () => {
  it('takes the first charges first and no more than it needs', () => {
    const charges = [
      { id: 'ch_new', refundable: 1_500 },
      { id: 'ch_empty', refundable: 0 },
      { id: 'ch_old', refundable: 2_000 },
      { id: 'ch_oldest', refundable: 2_000 },
    ];
    expect(spreadRefund(charges, 1_500)).toEqual([{ charge: 'ch_new', amount: 1_500 }]);
    expect(spreadRefund(charges, 1_501)).toEqual([
      { charge: 'ch_new', amount: 1_500 },
      { charge: 'ch_old', amount: 1 },
    ]);
    expect(spreadRefund(charges, 5_501)).toBeNull();
  });

  it('adds up to the amount and never exceeds a charge', () => {
    const charges = fc.array(fc.nat(5_000), { maxLength: 12 }).map((all) => all.map((refundable, i) => ({ id: `ch_${i}`, refundable })));
    fc.assert(
      fc.property(charges, fc.integer({ min: 1, max: 40_000 }), (all, amount) => {
        const shares = spreadRefund(all, amount);
        const total = all.reduce((sum, { refundable }) => sum + refundable, 0);
        expect(shares === null).toBe(total < amount);
        if (!shares) return;
        expect(shares.reduce((sum, share) => sum + share.amount, 0)).toBe(amount);
        for (const { charge, amount: share } of shares) {
          expect(share).toBeGreaterThan(0);
          expect(share).toBeLessThanOrEqual(all.find(({ id }) => id === charge)!.refundable);
        }
      }),
    );
  });
});
